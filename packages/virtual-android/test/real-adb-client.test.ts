import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DeviceRegistry } from "../src/adb/device-registry.ts";
import { type AdbServer, startAdbServer } from "../src/adb/start-adb-server.ts";
import { createPhone } from "../src/start-phone.ts";

/** The client to try; `ADB=/path/to/adb` names another one than the PATH's. */
const program = process.env.ADB ?? "adb";
const installed = spawnSync(program, ["version"]).status === 0;
const title = installed
  ? "the real adb client"
  : "the real adb client (skipped: no `adb` on the PATH; apt-get install adb)";

describe.runIf(installed)(title, () => {
  const dir = mkdtempSync(path.join(tmpdir(), "drover-real-adb-"));
  const devices = new DeviceRegistry();
  let server: AdbServer;
  let phone: Awaited<ReturnType<typeof createPhone>>;

  beforeAll(async () => {
    phone = await createPhone({
      serial: "emulator-5554",
      dir: path.join(dir, "phone"),
      clock: () => new Date("2026-03-04T05:06:07Z"),
    });
    devices.attach(phone);
    server = await startAdbServer({ devices });
  });
  afterAll(async () => {
    await server.close();
    await phone.close();
    rmSync(dir, { recursive: true, force: true });
  });

  /** `adb <args>`; the port is ours, so adb never starts its own server. */
  const adb = (args: readonly string[], input = "") =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const child = execFile(
        program,
        ["-P", String(server.port), ...args],
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

  it("lists the phone and knows its state", async () => {
    expect((await adb(["devices", "-l"])).stdout).toMatch(
      /^List of devices attached\nemulator-5554 {10}device product:\S+ model:\S+ device:\S+ transport_id:1\n/,
    );
    expect((await adb(["get-state"])).stdout).toBe("device\n");
    expect((await adb(["wait-for-device"])).code).toBe(0);
  });

  it("runs shell commands with stdin, both streams and the exit code", async () => {
    expect(await adb(["shell", "cat; echo err >&2; exit 7"], "typed")).toEqual({
      code: 7,
      stdout: "typed",
      stderr: "err\n",
    });
    expect((await adb(["shell", "-x", "nosuch"])).stdout).toContain(
      "/system/bin/sh: nosuch: inaccessible or not found",
    );
    expect(await adb(["shell"], "cd /sdcard\npwd\nexit 3\n")).toMatchObject({ code: 3, stdout: "/sdcard\n" });
  });

  it("pushes, lists and pulls a folder, and reports what cannot be written", async () => {
    const file = path.join(dir, "large.bin");
    writeFileSync(file, Buffer.alloc(1_000_000, "drover"));
    expect((await adb(["push", file, "/sdcard/sub/dir/large.bin"])).code).toBe(0);
    expect((await adb(["ls", "/sdcard/sub"])).stdout).toMatch(/ dir\n/);
    expect((await adb(["pull", "/sdcard/sub", path.join(dir, "pulled")])).code).toBe(0);
    expect(readFileSync(path.join(dir, "pulled/dir/large.bin")).equals(readFileSync(file))).toBe(true);
    const refused = await adb(["push", file, "/system/x"]);
    expect(refused.code).toBe(1);
    expect(refused.stdout + refused.stderr).toContain("couldn't create file: Read-only file system");
  });

  it("reads the log, and opens ports in both directions", async () => {
    await adb(["shell", "log", "-t", "Tag", "hello"]);
    expect((await adb(["logcat", "-d", "-v", "brief"])).stdout).toContain("I/Tag     ( 1234): hello");
    expect((await adb(["reverse", "tcp:7000", "tcp:7001"])).stdout).toBe("");
    expect((await adb(["reverse", "--list"])).stdout).toContain("tcp:7000 tcp:7001");
    const port = (await adb(["forward", "tcp:0", "tcp:7000"])).stdout.trim();
    expect((await adb(["forward", "--list"])).stdout).toContain(`emulator-5554 tcp:${port} tcp:7000`);
    expect((await adb(["forward", "--remove-all"])).code).toBe(0);
  });

  it("takes a screenshot that is a whole PNG", async () => {
    const { stdout } = await adb(["exec-out", "screencap", "-p"]);
    expect(stdout.startsWith("\u0089PNG\r\n\u001a\n")).toBe(true);
    expect(stdout.slice(-8, -4)).toBe("IEND");
  });

  it("installs and uninstalls an app by streaming it", async () => {
    const apk = path.join(dir, "app.apk");
    writeFileSync(apk, JSON.stringify({ packageName: "com.example.real", label: "Real" }));
    expect((await adb(["install", "-r", apk])).stdout).toContain("Success");
    expect((await adb(["shell", "pm", "path", "com.example.real"])).stdout).toMatch(/^package:/);
    expect((await adb(["uninstall", "com.example.real"])).stdout).toContain("Success");
  });

  it("fails as with a real phone", async () => {
    expect((await adb(["-s", "nope", "shell", "ls"])).stderr).toContain("device 'nope' not found");
    expect((await adb(["forward", "--remove", "tcp:1"])).stderr).toContain("listener 'tcp:1' not found");
    expect((await adb(["root"])).stdout).toContain("adbd is already running as root");
  });

  it("reboots the phone, which comes back as another transport", async () => {
    expect((await adb(["reboot"])).code).toBe(0);
    expect((await adb(["wait-for-device", "shell", "getprop", "sys.boot_completed"])).stdout).toBe("1\n");
    expect((await adb(["devices", "-l"])).stdout).toContain("transport_id:2");
  });

  it("comes back as another transport after `reconnect` and `disconnect`, without its ports", async () => {
    const transport = async () =>
      Number(/transport_id:(\d+)/.exec((await adb(["devices", "-l"])).stdout)?.[1]);
    const first = await transport();
    await adb(["forward", "tcp:0", "tcp:7000"]);
    expect((await adb(["reconnect"])).stdout).toBe("reconnecting emulator-5554 [device]\n\n");
    expect((await adb(["forward", "--list"])).stdout.trim()).toBe("");
    expect((await adb(["reconnect", "device"])).code).toBe(0);
    expect((await adb(["disconnect"])).stdout).toBe("disconnected everything\n");
    expect(await transport()).toBe(first + 3);
    expect((await adb(["shell", "echo", "there"])).stdout).toBe("there\n");
  });

  it("disconnects a phone at an address, and knows no other", async () => {
    devices.attach(phone, { serial: "127.0.0.1:5555" });
    expect((await adb(["disconnect", "127.0.0.1"])).stdout).toBe("disconnected 127.0.0.1\n");
    expect(devices.list().map(({ serial }) => serial)).toEqual(["emulator-5554"]);
    expect((await adb(["disconnect", "127.0.0.1"])).stderr).toContain("no such device '127.0.0.1:5555'");
  });
});
