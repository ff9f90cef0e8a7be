import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayText } from "#shared/text/display-text.ts";
import { withoutInvisible } from "#shared/text/invisible-characters.ts";

const joiners = ["\u200c", "\u200d"] as const;

describe("withoutInvisible", () => {
  it.each([
    ["👨‍👩‍👧", "a family of three emoji"],
    ["🏳️‍🌈", "a flag with a style before the joiner"],
    ["👩🏽‍🚀", "an astronaut with a skin"],
    ["می‌خواهم", "a Persian verb"],
    ["क्‍ष", "a Devanagari conjunct"],
    ["ශ්‍රී", "a Sinhala honorific"],
  ])("leaves %s as it is: %s", (text) => {
    expect(withoutInvisible(text)).toBe(text);
    expect(displayText(text, 100)).toBe(text);
  });

  it.each([
    ["pa\u200dy", "between Latin letters"],
    ["\u200d👩", "at the beginning"],
    ["👩\u200d", "at the end"],
    ["👩\u200d\u200d👧", "twice in a row"],
    ["👩\u200c👧", "of the wrong kind between emoji"],
    ["م\u200cx", "between two scripts"],
    ["1\u200d2", "between digits"],
  ])("removes a joiner %j %s", (text) => {
    expect(withoutInvisible(text)).toBe(text.replace(/[\u200c\u200d]/g, ""));
  });

  it.each([
    "\u00ad",
    "\u061c",
    "\u180e",
    "\u200b",
    "\u202e",
    "\u2066",
    "\u206a",
    "\u206f",
    "\ufeff",
    "\u{e0041}",
  ])("removes %j wherever it stands", (character) => {
    expect(withoutInvisible(`${character}م${character}خ👩${character}👧a${character}`)).toBe("مخ👩👧a");
  });

  it("never changes what it has already cleaned", () => {
    const piece = fc.constantFrom(
      ...joiners,
      "👩",
      "🏽",
      "\ufe0f",
      "م",
      "خ",
      "a",
      "\u200b",
      "\u202e",
      "\u{e0041}",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const once = withoutInvisible(pieces.join(""));
        expect(withoutInvisible(once)).toBe(once);
        expect(once).not.toMatch(/[\u200b\u202e\u{e0041}]|[\u200c\u200d]{2}/u);
      }),
    );
  });
});
