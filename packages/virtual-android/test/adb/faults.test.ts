import { Readable } from "node:stream";
import { Adb } from "@devicefarmer/adbkit";
import { describe, expect, it } from "vitest";
import { servePhone } from "./served-phone.ts";

const served = servePhone();
const shell = async (command: string) => {
  const client = served().connect();
  const status = await client.start("emulator-5554", `shell:${command}`);
  return status === "OKAY" ? (await client.readToEnd()).toString() : status;
};

describe("faults on the wire", () => {
  it("swallows a request, and only as often as told", async () => {
    served().faults.install({ service: /^shell:echo lost/, fault: { kind: "swallow" }, times: 1 });
    const client = served().connect();
    await client.send("host:transport:emulator-5554").status();
    client.send("shell:echo lost");
    expect(await shell("echo heard")).toBe("heard\n");
    client.socket.end();
    expect((await client.readToEnd()).length).toBe(0);
  });

  it("resets the connection after so many bytes", async () => {
    served().faults.install({ service: /^shell:/, fault: { kind: "reset", afterBytes: 8 } });
    const client = served().connect();
    const reset = new Promise<string>((resolve) =>
      client.socket.on("error", (error) => resolve(String(error))),
    );
    await client.start("emulator-5554", "shell:echo 1234567890");
    expect(await reset).toContain("ECONNRESET");
  });

  it("refuses a service with a text of the test's", async () => {
    served().faults.install({
      serial: "emulator-5554",
      service: /^shell:/,
      fault: { kind: "fail", text: "device still connecting" },
    });
    expect(await shell("echo x")).toBe("FAIL device still connecting");
  });

  it("drips its answer, slower than an idle timer notices", async () => {
    served().faults.install({ service: /^shell:/, fault: { kind: "drip", bytesPerSecond: 200 } });
    const startedAt = performance.now();
    expect(await shell("echo abc")).toBe("abc\n");
    expect(performance.now() - startedAt).toBeGreaterThan(30);
  });

  it("cuts a screenshot's tail, and puts text before it", async () => {
    const stop = served().faults.install({ service: /screencap/, fault: { kind: "cut-tail", bytes: 3 } });
    expect(await shell("screencap -p")).toMatch(/PNG-pix$/);
    stop();
    served().faults.install({
      service: /screencap/,
      fault: { kind: "prefix", text: "[Warning] two displays\n" },
    });
    expect(await shell("screencap -p")).toMatch(/^\[Warning\] two displays\n.*PNG-pixels$/s);
  });

  it("ends early and in good order, and floods", async () => {
    const stop = served().faults.install({ service: /screencap/, fault: { kind: "cut", afterBytes: 4 } });
    expect(await shell("screencap -p")).toBe("");
    stop();
    served().faults.install({ service: /logcat/, fault: { kind: "flood", bytes: 1_000_000 } });
    expect(await shell("log -t Mine here; logcat -d")).toMatch(/I Mine {4}: here\n/);
    expect((await shell("logcat -d")).length).toBeGreaterThan(1_000_000);
  });

  it("answers with bytes of the test's", async () => {
    served().faults.install({
      service: /uiautomator/,
      fault: { kind: "replace", body: Buffer.from("<hierarchy><node") },
    });
    expect(await shell("uiautomator dump /dev/tty")).toBe("<hierarchy><node");
  });

  it("finds the storage full in the middle of a push, and keeps nothing of it", async () => {
    served().faults.install({
      service: /^sync:/,
      fault: { kind: "storage-full", afterBytes: 100_000 },
      times: 1,
    });
    const client = Adb.createClient({ host: "127.0.0.1", port: served().server.port });
    const push = await client
      .getDevice("emulator-5554")
      .push(Readable.from([Buffer.alloc(200_000)], { objectMode: false }), "/sdcard/big");
    const failure = await new Promise<Error>((resolve) => push.on("error", resolve));
    expect(failure.message).toContain("write failed: No space left on device");
    await expect
      .poll(() => shell("ls /sdcard/big 2>&1"))
      .toBe("ls: /sdcard/big: No such file or directory\n");
  });
});
