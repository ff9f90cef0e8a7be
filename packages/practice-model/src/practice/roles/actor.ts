import { plainName } from "../names.ts";
import type { PracticeRole } from "./practice-role.ts";
import { canBeTapped, screenOf, sectionOf, wordsOf } from "./read-sections.ts";

const fillers = new Set([
  "the",
  "a",
  "an",
  "is",
  "of",
  "in",
  "on",
  "and",
  "to",
  "that",
  "screen",
  "app",
  "shown",
]);

const wordsIn = (text: string): readonly string[] =>
  plainName(text)
    .split(" ")
    .filter((word) => word !== "" && !fillers.has(word));

/** More than half of what was expected is on the screen. */
const enough = 0.6;
const mostSuggested = 3;

/** The recovery actor by rules: what was expected is looked for word by word, and what came up unasked is a failure. */
export const actorRole: PracticeRole = (text) => {
  const screen = screenOf(text);
  const finding = sectionOf(text, "finding");
  const wanted = wordsIn(sectionOf(text, "expected"));
  const shown = new Set(wordsIn([screen.app, ...screen.elements.map(wordsOf)].join(" ")));
  const suggested_alternatives = screen.elements
    .filter(canBeTapped)
    .map(({ title }) => title)
    .filter((title) => title !== "")
    .slice(0, mostSuggested);
  const failed = (details: string) => ({
    status: "failure",
    details,
    next_action: "continue",
    suggested_alternatives,
  });
  if (/^Something came up/.test(finding)) return failed(finding);
  const share = wanted.filter((word) => shown.has(word)).length / Math.max(1, wanted.length);
  if (wanted.length > 0 && share < enough) return failed(`${finding} It is not on the screen.`.trim());
  return { status: "success", details: finding || "The screen shows it.", next_action: "continue" };
};
