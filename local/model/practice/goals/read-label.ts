import { take } from "./remainder.ts";

const quoted = "[\"“]([^\"”]+)[\"”]|(?<=\\s)'([^']+)'";
/** Where a name without quotes ends. */
const end =
  "(?=\\s+(?:for|at|on|every|with|without|that|which|and|repeating|in|to|from|daily|tomorrow|each)\\b|\\s*[,;.\\uE010]|\\s*$)";
const lead =
  '(?:(?:,\\s*)?(?:and\\s+)?(?:label(?:l?ed|l?ing)?|call(?:ed|ing)?|nam(?:ed|e|ing)|titled?|tagged)(?:\\s+(?:it|that|this))?(?:\\s+as)?|with\\s+(?:the\\s+|a\\s+)?(?:label|name|title|description|message)(?:\\s+of|\\s+as)?|(?:as|to)\\s+(?=["“]))';
const label = new RegExp(`\\b${lead}\\s*:?\\s*(?:${quoted}|([^"“\\uE010]+?)${end})`, "iu");

export interface TakenLabel {
  readonly label: string;
  readonly rest: string;
}

/** Takes a label out of a text: `called "Gym"`, `labelled Gym`, `and name it Gym`. */
export function takeLabel(text: string): TakenLabel | undefined {
  const taken = take(text, label);
  const found = (taken?.match[1] ?? taken?.match[2] ?? taken?.match[3])?.trim();
  return taken === undefined || !found ? undefined : { label: found, rest: taken.rest };
}
