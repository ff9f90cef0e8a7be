import { describe, expect, it } from "vitest";
import { type LatencyProfile, latencyKindOf, latencyProfiles } from "../../src/shell/latency-profiles.ts";
import { runShell } from "../../src/shell/run-shell.ts";
import { bufferInput, CollectedOutput } from "../../src/shell/streams.ts";
import { createFakeDevice } from "./fake-device.ts";

/** What the phone waited for while a script ran, without anybody waiting. */
async function waitsOf(
  script: string,
  latency: LatencyProfile = latencyProfiles.emulator,
): Promise<readonly number[]> {
  const waits: number[] = [];
  const [stdout, stderr] = [new CollectedOutput(), new CollectedOutput()];
  const { device } = createFakeDevice();
  await runShell(device, script, {
    stdin: bufferInput(Buffer.alloc(0)),
    stdout,
    stderr,
    latency,
    sleep: async (milliseconds) => void waits.push(milliseconds),
  });
  await device.close();
  return waits;
}

const { shell, input, screencap, service } = latencyProfiles.emulator;

describe("latency profiles", () => {
  it("have each command wait as its kind does, also within scripts", async () => {
    expect(await waitsOf("input tap 1 2; screencap -p > /sdcard/a.png && echo done")).toEqual([
      shell,
      input,
      screencap,
    ]);
    expect(await waitsOf("for i in 1 2; do input keyevent 3; done | cat")).toEqual([shell, input, input]);
    expect(await waitsOf("settings get secure x")).toEqual([shell, service]);
  });

  it("wait for nothing at all when they are zero", async () => {
    expect(await waitsOf("input tap 1 2; screencap", latencyProfiles.zero)).toEqual([]);
  });

  it("tell apart what starts, installs and asks", () => {
    expect(latencyKindOf(["am", "start", "-n", "a/.B"])).toBe("start");
    expect(latencyKindOf(["cmd", "package", "install", "-S", "3"])).toBe("install");
    expect(latencyKindOf(["/system/bin/pm", "list", "packages"])).toBe("service");
    expect(latencyKindOf(["echo", "input"])).toBeNull();
  });
});
