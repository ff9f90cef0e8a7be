import leven from "leven";
import type { ElementView, PromptView } from "./prompt/prompt-view.ts";
import { normalised } from "./skills/match-label.ts";
import type { Action } from "./skills/skill.ts";

/** As agent/turn/rules/heal-line.ts asks: the line in words, `tap SWITCH "Bluetooth"`. */
const asked = /^A line of a script is to be done on this screen: (.*)\. Nothing on it is called exactly that/;
const quoted = /"((?:[^"\\]|\\.)*)"(?! into)/g;

/** The name of the element in the line; a text that is typed stands before its field. */
function wantedName(line: string): string | undefined {
  const names = [...line.matchAll(quoted)].map(([whole]) => whole);
  try {
    return names.length === 0 ? undefined : String(JSON.parse(names.at(-1) ?? '""'));
  } catch {
    return undefined;
  }
}

const wordsOf = (text: string): readonly string[] =>
  normalised(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** From 0 to 1: how much of the words two names share, or how few letters part them. */
function likeness(name: string, wanted: string): number {
  const [words, wantedWords] = [wordsOf(name), wordsOf(wanted)];
  const shared = wantedWords.filter((word) => words.includes(word)).length;
  const byWords = wantedWords.length === 0 ? 0 : shared / Math.max(words.length, wantedWords.length);
  const longest = Math.max(name.length, wanted.length, 1);
  return Math.max(byWords, 1 - leven(normalised(name), normalised(wanted)) / longest);
}

/** Less is a guess. */
const leastLikeness = 0.5;

const nameOf = ({ title, description, hint }: ElementView): string => title || description || hint;

/**
 * The element that a script's line means, by what its name shares with those on the screen; undefined when the prompt asks for
 * something else. Where two are as like, or none is, it says so.
 */
export function pointAtLine({
  task,
  elements,
}: PromptView): { readonly thinking: string; readonly action: Action } | undefined {
  const line = asked.exec(task)?.[1];
  if (line === undefined) return undefined;
  const wanted = wantedName(line) ?? "";
  const scored = elements
    .filter((element) => nameOf(element) !== "" && !element.flags.has("DISABLED"))
    .map((element) => ({ element, score: likeness(nameOf(element), wanted) }))
    .sort((a, b) => b.score - a.score);
  const [best, next] = scored;
  if (best === undefined || best.score < leastLikeness || best.score === next?.score) {
    const summary = `No one element here is like "${wanted}".`;
    return { thinking: summary, action: { action: "FINISH", status: "failure", summary } };
  }
  const { element } = best;
  return {
    thinking: `"${nameOf(element)}" is most like "${wanted}".`,
    action: { action: "tap", element: element.id },
  };
}
