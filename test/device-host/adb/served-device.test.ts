import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAttachedDevices } from "#device-host/adb/host-service.ts";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { anyCharacter } from "../../any-character.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "no error",
    (error: { code?: string }) => error.code,
  );

describe("a device over adb", () => {
  let test: TestPhone;
  beforeAll(async () => {
    test = await startTestPhone();
  });
  afterAll(() => test.close());

  it("[fault A16] answers each command's output and exit code", async () => {
    const results = await test.adb.read([["echo", "a b"], ["cat", "/nonexistent"], ["nonsuch"]]);
    expect(results.map(({ code }) => code)).toEqual([0, 1, 127]);
    expect(results[0]?.output).toBe("a b\n");
    expect(results[2]?.output).toContain("inaccessible or not found");
  });

  it("hands any text to the phone's shell unchanged", async () => {
    const text = fc
      .string({ unit: anyCharacter, maxLength: 30 })
      .filter((value) => !value.includes("\0") && value.isWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 10 }), async (words) => {
        const [result] = await test.adb.read([["printf", "<%s>", ...words]]);
        expect(result?.output).toBe(words.map((word) => `<${word}>`).join(""));
      }),
      { numRuns: 40 },
    );
  });

  it("[fault A3] destroys a connection that is never answered when its deadline is over", async () => {
    test.faults.install({ service: /^shell:/, fault: { kind: "swallow" }, times: 1 });
    expect(await codeOf(test.adb.read([["echo", "x"]], { deadlineMilliseconds: 80 }))).toBe("DeviceTimeout");
  });

  it("[fault A4] a byte now and then does not outlast the deadline", async () => {
    test.faults.install({ service: /^shell:/, fault: { kind: "drip", bytesPerSecond: 100 }, times: 1 });
    const slow = test.adb.read([["echo", "x".repeat(500)]], { deadlineMilliseconds: 150 });
    expect(await codeOf(slow)).toBe("DeviceTimeout");
  });

  it("[fault A2] survives a reset in mid-stream: what reads is tried again, what writes is not", async () => {
    test.faults.install({ service: /^shell:/, fault: { kind: "reset", afterBytes: 6 }, times: 1 });
    expect(await test.adb.read([["echo", "again"]])).toMatchObject([{ output: "again\n", code: 0 }]);
    test.faults.install({ service: /^shell:/, fault: { kind: "reset", afterBytes: 6 }, times: 1 });
    expect(await codeOf(test.adb.write([["echo", "once"]]))).toBe("AdbServerLost");
    expect(await test.adb.write([["echo", "next"]])).toMatchObject([{ output: "next\n" }]);
  });

  it("[fault A7] an answer that ends early is a lost device, not an empty output", async () => {
    test.faults.install({ service: /^shell:/, fault: { kind: "cut", afterBytes: 6 }, times: 1 });
    expect(await codeOf(test.adb.write([["echo", "whole sentence"]]))).toBe("DeviceDisconnected");
  });

  it.each([
    ["device offline", "DeviceOffline"],
    ["device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set", "DeviceUnauthorized"],
    ["device 'emulator-5554' not found", "DeviceDisconnected"],
    ["device still connecting", "DeviceOffline"],
    ["something new", "AdbCommandFailed"],
  ])("[fault A5] [fault A6] says what the adb server's refusal %j means", async (text, code) => {
    const remove = test.faults.install({ service: /transport|^shell:/, fault: { kind: "fail", text } });
    expect(await codeOf(test.adb.write([["true"]]))).toBe(code);
    remove();
  });

  it("[fault A1] says that no adb server listens, and starts none", async () => {
    const endpoint = { host: "127.0.0.1", port: 1 };
    const nobody = new ServedDevice({ endpoint, serial: "x" });
    expect(await codeOf(nobody.write([["true"]]))).toBe("AdbServerLost");
    expect(await codeOf(listAttachedDevices(endpoint))).toBe("AdbServerLost");
  });

  it("[fault A17] stops reading a flood and says that it was cut", async () => {
    test.faults.install({ service: /^shell:/, fault: { kind: "flood", bytes: 200_000 }, times: 1 });
    const [result] = await test.adb.read([["echo", "x"]], { maximumBytes: 1_000 });
    expect(result).toMatchObject({ truncated: true, code: null });
    expect(result?.output).toHaveLength(1_000);
  });

  it("checks its holder just before each write and never before a read", async () => {
    const held = test.adb.with({
      guard: () => {
        throw new DroverError("LeaseLost", "lease lost");
      },
    });
    await held.read([["echo", "x"]]);
    await expect(held.write([["touch", "/data/local/tmp/forbidden"]])).rejects.toThrow("lease lost");
    expect(await test.adb.read([["ls", "/data/local/tmp/forbidden"]])).toMatchObject([{ code: 1 }]);
  });

  it("writes and reads files whole, and says when there is none", async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
    await test.adb.push("/data/local/tmp/push me", bytes);
    expect(await test.adb.pull("/data/local/tmp/push me", 1e6)).toEqual(bytes);
    expect(await test.adb.pull("/data/local/tmp/none", 1e6)).toBeNull();
    expect(await codeOf(test.adb.pull("/data/local/tmp/push me", 100))).toBe("AdbCommandFailed");
  });

  it("[fault A18] leaves no socket open after commands that failed in every way", async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    const before = sockets();
    for (const kind of ["swallow", "cut"] as const) {
      const fault = kind === "cut" ? { kind, afterBytes: 5 } : { kind };
      test.faults.install({ service: /^shell:/, fault, times: 20 });
      await Promise.all(
        Array.from({ length: 20 }, () => codeOf(test.adb.write([["true"]], { deadlineMilliseconds: 60 }))),
      );
    }
    await expect.poll(sockets, { timeout: 10_000 }).toBeLessThanOrEqual(before);
  });
});
