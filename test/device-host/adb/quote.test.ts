import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellLine } from "#device-host/adb/quote.ts";
import { anyCharacter } from "../../any-character.ts";
import { hostileTexts } from "../../hostile-text.ts";

const hostile = [
  ...hostileTexts,
  "line\nfeed",
  "",
  "a=b",
  "{a,b}",
  "!!",
  "\t",
  "'",
  "\\'",
  "x && y | z > /f",
];

/** What a real POSIX shell makes of the command line: each argument, NUL separated. */
const argumentsAsShellSeesThem = (args: readonly string[]): string[] =>
  execFileSync("/bin/sh", ["-c", shellLine(["printf", "%s\\0", ...args])], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

describe("quoting for the device's shell", () => {
  it("hands hostile texts to a program unchanged", () => {
    const given = hostile.flatMap((text) => [text, "next"]);
    expect(argumentsAsShellSeesThem(given)).toEqual(given);
  });

  it("hands any text to a program unchanged", () => {
    const text = fc
      .string({ unit: fc.oneof(anyCharacter, fc.constantFrom(..."'\"\\$`\n")), maxLength: 30 })
      .filter((value) => !value.includes("\0") && value.isWellFormed());
    // Few shells for many texts: starting one can take longer than all else here.
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 200, size: "max" }), (args) => {
        expect(argumentsAsShellSeesThem(args)).toEqual(args);
      }),
      { numRuns: 10 },
    );
  });

  it("refuses a NUL, which no shell can carry", () => {
    expect(() => shellLine(["a\0b"])).toThrow("NUL");
  });

  it("joins the stages of a pipeline and quotes each", () => {
    const line = shellLine({
      pipeline: [
        ["printf", "%s\\n", "a;b", "c"],
        ["grep", "-c", "a;b"],
      ],
    });
    expect(execFileSync("/bin/sh", ["-c", line], { encoding: "utf8" })).toBe("1\n");
  });
});
