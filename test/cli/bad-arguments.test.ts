import { spawn } from "node:child_process";
import { afterEach, describe, expect, it, vi } from "vitest";
import { drover, ended } from "../e2e/drover-process.ts";
import { commandLineHere } from "./command-line-here.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const oneLine = /^error: [^\n]+\.\n$/;

describe("drover, given what cannot be meant", () => {
  it.each([
    ["run", "x", "--idempotency-key", ""],
    ["run", "x", "--pool", ""],
    ["run", "x", "--pool", "../../etc"],
    ["run", "x", "--model", "a;reboot"],
    ["run", "x", "--dialect", "loud"],
    ["run", "x", "--provider", "Open AI"],
    ["run", "x", "--effort", "loud"],
    ["run", "x", "--fallback-model", "a;reboot"],
    ["run", "x", "--planner-model", ""],
    ["run", "x", "--models", "{"],
    ["run", "x", "--models", '{"boss":{}}'],
    ["run", "x", "--models", '{"agent":{"effort":"loud"}}'],
    ["run", "x", "--policy", "{"],
    ["run", "x", "--policy", '{"actions":{"deny":["sing"]}}'],
    ["run", "x", "--max-steps", "1e400"],
    ["run", ""],
    ["jobs", "--limit", "abc"],
    ["jobs", "--limit", "101"],
    ["jobs", "--dir", ""],
    ["show", ""],
    ["show", "../../etc/passwd"],
    ["cancel", "%2e%2e%2f"],
    ["errors", "--job", "x"],
    ["executions", "--limit", "-3"],
    ["executions", "--endpoint", "javascript:alert(1)"],
    ["up", "--adb", "host name:1"],
    ["up", "--adb", "a@evil:5037"],
    ["up", "--adb", "127.0.0.1:0"],
    ["up", "--phones", "1e1"],
    ["up", "--phone-latency", "fast"],
    ["hosts", "run", "--table", "t", "--bucket", "b", "--phone-latency", "fast"],
    ["up", "--device-profile", "fast"],
    ["up", "--device-profile", "null", "--devices", "10001"],
    ["hosts", "run", "--table", "t", "--bucket", "b", "--adb-host", "-3"],
    ["engine", "--dir", ""],
    ["show", "\u001b[2J::error::\n##vso[task.complete]"],
    ["run", "\ufffd"],
  ])("exits 2 and says so in one line: %j", async (...args) => {
    const { code, stdout, stderr } = await commandLineHere(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(oneLine);
    expect(stderr).not.toMatch(/[^\P{Cc}\n]|::|##/u);
  });

  it.each([
    ["up", "--device-profile", "null", "--phones", "2"],
    ["up", "--device-profile", "null", "--adb", "127.0.0.1:5037"],
    ["hosts", "run", "--table", "t", "--bucket", "b", "--device-profile", "null", "--adb-port", "5037"],
    ["up", "--devices", "3"],
    ["up", "--device-profile", "null", "--virtual-apps", "apps"],
    ["up", "--device-profile", "null", "--phone-latency", "emulator"],
  ])("takes devices that are none only in place of others: %j", async (...args) => {
    const { code, stderr } = await commandLineHere(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--device-profile/);
  });

  it.each([
    [{ DROVER_API_URL: "notaurl", DROVER_TOKEN: "t" }, "notaurl"],
    [{ DROVER_API_URL: "file:///etc/passwd", DROVER_TOKEN: "t" }, "file:///etc/passwd"],
    [{ DROVER_API_URL: "http://127.0.0.1:1" }, "DROVER_TOKEN"],
  ])("exits 2 for the environment %j", async (environment, why) => {
    vi.stubEnv("DROVER_TOKEN", undefined);
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const { code, stderr } = await commandLineHere("jobs");
    expect(code).toBe(2);
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain(why);
  });

  it("says that an app's file is not there before it asks the farm for anything", async () => {
    vi.stubEnv("DROVER_API_URL", "http://127.0.0.1:1");
    vi.stubEnv("DROVER_TOKEN", "t");
    const { code, stderr } = await commandLineHere("run", "x", "--app", "no-such.apk");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: no-such.apk cannot be read: there is no such file.\n",
    });
  });

  it("ends its process with that code and those words", async () => {
    const ran = await drover("run", "x", "--pool", "../../etc");
    expect(ran).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(oneLine) });
  });

  it("refuses bytes that are no UTF-8 instead of sending what is left of them to a phone", async () => {
    const bytes = String.raw`exec "$0" "$1" run "$(printf 'a\377b')"`;
    const command = new URL("../../bin/drover.js", import.meta.url).pathname;
    const child = spawn("sh", ["-c", bytes, process.execPath, command], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { code, stderr } = await ended(child);
    expect(code).toBe(2);
    expect(stderr).toBe("error: Argument 2 is not UTF-8, or contains U+FFFD.\n");
  });
});
