import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingCapabilities, probeCommands } from "#device-host/devices/probe-capabilities.ts";
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
      "keys",
      "text",
      "apps",
      "browser",
    ]);
  });

  it("lacks nothing because of words that nobody has seen before", () => {
    const strange = probeCommands.map(() => ({ output: "OK, what now?\n", code: 1, truncated: false }));
    expect(missingCapabilities(strange)).toEqual([]);
  });
});
