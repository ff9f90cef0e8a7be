import { chmod, rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingCapabilities, probeCommands } from "#device-host/devices/probe-capabilities.ts";
import { withoutCapabilities } from "#shared/actions/action-catalogue.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";

describe("what a device can do", () => {
  let phone: TestPhone;
  beforeAll(async () => {
    phone = await startTestPhone();
  });
  afterAll(() => phone.close());

  it("[spec I1.1] is asked of the device itself, which lacks nothing", async () => {
    expect(missingCapabilities(await phone.adb.read(probeCommands))).toEqual([]);
  });

  it("[spec I1.1] lacks what its own tools do not know", async () => {
    const answers = await phone.adb.read(probeCommands);
    const told = (change: (output: string) => string, code: number | null = null) =>
      missingCapabilities(
        answers.map((answer) => ({ ...answer, output: change(answer.output), code: code ?? answer.code })),
      );
    expect(told((output) => output.replace(/^ +text .*$/m, ""))).toEqual(["text"]);
    expect(told((output) => output.replace(/^ +swipe .*$/m, ""))).toEqual(["touch"]);
    expect(told((output) => (output.startsWith("priority") ? "No activity found\n" : output))).toEqual([
      "browser",
    ]);
    expect(told(() => "/system/bin/sh: input: inaccessible or not found\n", 127)).toEqual([
      "touch",
      "multiTouch",
      "keys",
      "text",
      "apps",
      "browser",
      "splitScreen",
      "touchWatch",
      "snapshots",
      "forks",
    ]);
  });

  it("[spec R10] cannot split its screen when its window manager's shell names no command for it", async () => {
    const answers = await phone.adb.read(probeCommands);
    const older = answers.map((answer) => ({
      ...answer,
      output: answer.output.replaceAll("moveToSideStage", "pair"),
    }));
    expect(missingCapabilities(older)).toEqual(["splitScreen"]);
  });

  it("[spec I1.1] lacks several fingers when adb's shell may not make input devices, or has no tool for it", async () => {
    const without = async (file: string) => {
      const place = join(phone.phone.filesRoot, file);
      await rename(place, `${place}.away`);
      const missing = missingCapabilities(await phone.adb.read(probeCommands));
      await rename(`${place}.away`, place);
      return missing;
    };
    expect(await without("dev/uinput")).toEqual(["multiTouch"]);
    const tool = join(phone.phone.filesRoot, "system/bin/uinput");
    await chmod(tool, 0o644);
    expect(missingCapabilities(await phone.adb.read(probeCommands))).toEqual(["multiTouch"]);
    await chmod(tool, 0o755);
    expect(await without("dev/input/event1")).toEqual(["touchWatch"]);
    expect(withoutCapabilities(builtInActions, ["multiTouch"]).offered.map(({ name }) => name)).not.toContain(
      "pinch",
    );
  });

  it("lacks nothing because of words that nobody has seen before, but what must be named", () => {
    const strange = probeCommands.map(() => ({ output: "OK, what now?\n", code: 0, truncated: false }));
    expect(missingCapabilities(strange)).toEqual(["splitScreen", "touchWatch", "snapshots", "forks"]);
  });
});
