import { describe, expect, it } from "vitest";
import { healedText, parseScript, writeScript } from "#cli/options/script-file.ts";
import { Script } from "#shared/contracts/step/script.ts";

const script = Script.parse({
  version: 1,
  task: "Save it",
  steps: [
    { tap: "Save" },
    { type: { text: "Ada", into: { hint: "Name" } } },
    { expect: { text: "On", is: "on" } },
  ],
});

describe("a script's file", () => {
  it("[spec I7.2] says the same when it is written and read again", () => {
    expect(parseScript("s.yaml", writeScript(script))).toEqual(script);
  });

  it("[spec I7.2] is healed line by line, and keeps a person's comments", () => {
    const text = `# mine\n${writeScript(script).replace("tap: Save", "tap: Save # the green one")}`;
    const healed = healedText(text, [
      { line: 1, was: { tap: "Save" }, now: { tap: { text: "Store", nth: "1/2" } } },
    ]);
    expect(healed).toContain("# mine");
    expect(healed).toContain("# the green one");
    expect(parseScript("s.yaml", healed).steps[0]).toEqual({ tap: { text: "Store", nth: "1/2" } });
  });

  it("[spec I7.2] is refused with the line and the field that is wrong", () => {
    expect(() => parseScript("s.yaml", "version: 1\ntask: x\nsteps:\n  - tap: 7\n")).toThrow(
      /line 4: steps\.0\.tap: must be/,
    );
  });
});
