import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPortOfTwo, type PortOfTwo, talk } from "./two-phones.ts";

const program = process.env.ADB ?? "adb";
const installed = spawnSync(program, ["version"]).status === 0;
const title = installed
  ? "the real adb client on one device's port"
  : "the real adb client on one device's port (not run: no `adb` on the PATH; apt-get install adb)";

describe.runIf(installed)(title, () => {
  let test: PortOfTwo;
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "drover-port-adb-"));
    test = await openPortOfTwo();
  });
  afterAll(async () => {
    await test.close();
    await rm(dir, { recursive: true, force: true });
  });

  const adb = (args: readonly string[], input = "") =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const child = execFile(
        program,
        ["-L", `tcp:127.0.0.1:${test.port.port}`, ...args],
        { timeout: 60_000, encoding: "latin1", maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) =>
          resolve({
            code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1,
            stdout,
            stderr,
          }),
      );
      child.stdin?.end(input);
    });

  it("lists one device and takes it without being told which", async () => {
    expect((await adb(["devices"])).stdout).toBe(`List of devices attached\n${test.serial}\tdevice\n\n`);
    expect((await adb(["get-state"])).stdout).toBe("device\n");
    expect((await adb(["wait-for-device"])).code).toBe(0);
  });

  it("runs shell commands with stdin, both streams and the exit code", async () => {
    expect(await adb(["shell", "cat; echo err >&2; exit 7"], "typed")).toEqual({
      code: 7,
      stdout: "typed",
      stderr: "err\n",
    });
    expect((await adb(["exec-out", "screencap", "-p"])).stdout.slice(1, 4)).toBe("PNG");
  });

  it("pushes and pulls what is larger than any buffer on the way", async () => {
    const file = path.join(dir, "large.bin");
    writeFileSync(file, Buffer.alloc(3_000_000, "drover"));
    expect((await adb(["push", file, "/sdcard/large.bin"])).code).toBe(0);
    expect((await adb(["pull", "/sdcard/large.bin", path.join(dir, "back.bin")])).code).toBe(0);
    expect(readFileSync(path.join(dir, "back.bin")).equals(readFileSync(file))).toBe(true);
  });

  it("does not reach the other phone, and ends no server", async () => {
    const refused = await adb(["-s", test.other, "shell", "id"]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain(`only device '${test.serial}'`);
    await adb(["kill-server"]);
    expect(await talk(test.running.adbPort, ["host:version"])).toBe("OKAY00040029");
    expect(await talk(test.port.port, ["host:get-state"])).toBe("OKAY0006device");
  });

  it("forwards a port, lists it and removes it", async () => {
    const port = (await adb(["forward", "tcp:0", "localabstract:server"])).stdout.trim();
    expect(Number(port)).toBeGreaterThan(1_023);
    expect((await adb(["forward", "--list"])).stdout).toContain(
      `${test.serial} tcp:${port} localabstract:server`,
    );
    expect((await adb(["forward", "--remove-all"])).code).toBe(0);
    expect((await adb(["forward", "--list"])).stdout.trim()).toBe("");
    const reversed = await adb(["reverse", "tcp:5037", "tcp:5037"]);
    expect(reversed.stderr).toContain("would open ports of the device's host");
  });
});
