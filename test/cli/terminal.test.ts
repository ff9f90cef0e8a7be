import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cut, plain } from "../../cli/terminal.ts";

describe("plain", () => {
  it("takes the escape sequences out of text from a device, so that it cannot steer the terminal", () => {
    expect(plain("\u001b[2Jwiped\u0007 \u009b31mred")).toBe("[2Jwiped 31mred");
  });

  it("defuses lines that CI systems read as commands", () => {
    expect(plain("::error::forged")).toBe(" ::error::forged");
    expect(plain("##vso[task.complete]")).toBe(" ##vso[task.complete]");
  });

  it("never lets a control or direction character through, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(plain(text)).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});

describe("cut", () => {
  it("marks what was cut and stays within the width", () => {
    expect(cut("abcdef", 4)).toBe("abc…");
    expect(cut("abcd", 4)).toBe("abcd");
  });
});
