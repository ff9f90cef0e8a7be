import { readElement } from "../prompt/read-element.ts";
import { readField, readSection } from "../prompt/read-section.ts";
import type { PracticeRole } from "./practice-role.ts";

const small = new Set(
  "a an the is are be it in on at of to with and that there will should now screen no longer not gone".split(
    " ",
  ),
);
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Compares words: what is expected to be there with what is, what is expected to be gone with what is left. */
export const practiceVerifier: PracticeRole = (text) => {
  const expected = readField(readSection(text, "step"), "expected");
  const wanted = wordsOf(expected).filter((word) => !small.has(word));
  if (wanted.length === 0) return { verdict: "unsure", reason: "It is not said what was expected." };
  const screen = readSection(text, "screen").split("\n");
  const shown = new Set(
    screen.flatMap((line) => {
      const { title = "", summary = "", value = "", description = "" } = readElement(line) ?? {};
      return wordsOf([title, summary, value, description].join(" "));
    }),
  );
  const found = wanted.filter((word) => shown.has(word));
  const told = found.length === 0 ? "nothing of it" : found.join(", ");
  if (/\b(?:no longer|not|gone|closed|removed|deleted)\b/i.test(expected)) {
    return found.length === wanted.length
      ? { verdict: "failed", reason: `It is still there: ${told}.` }
      : { verdict: found.length === 0 ? "passed" : "unsure", reason: `The screen shows ${told}.` };
  }
  const verdict = found.length * 2 >= wanted.length ? "passed" : "unsure";
  return { verdict, reason: `Of what was expected the screen shows ${told}.` };
};
