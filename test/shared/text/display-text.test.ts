import { describe, expect, it } from "vitest";
import { displayText } from "#shared/text/display-text.ts";

const text = (from: string) => displayText(from, 200);

describe("text of a screen", () => {
  it.each(["👨‍👩‍👧", "می‌خواهم", "🏳️‍🌈 flag", "क्‍ष", "👩🏽‍🚀"])(
    "keeps the joiners that make %s what it is",
    (everyday) => {
      expect(text(everyday)).toBe(everyday);
    },
  );

  it("drops joiners that join nothing: they would hide words from a person", () => {
    expect(text("pass\u200dword \u200c\u200d\u200c x\u200d")).toBe("password x");
    expect(text("\u200dمی\u200c\u200cخ")).toBe("میخ");
  });

  it("drops what nobody sees, and makes one line of the rest", () => {
    expect(text("a\u202eb\u{e0041}\u00adc\u061c\n\u009b d")).toBe("abc d");
  });
});
