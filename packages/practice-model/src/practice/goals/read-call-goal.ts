import type { CallKind, Goal } from "./goal.ts";

const number = "\\+?\\d[\\d\\s().-]{2,}\\d";
const person = "\\p{Lu}[\\p{L}'’-]*(?:\\s+\\p{Lu}[\\p{L}'’-]*){0,3}";
const log = "(?:call\\s+(?:history|log|list)|(?:list|log|history)\\s+of\\s+calls|recent\\s+calls|recents)";
const ends =
  "(?:\\s*,?\\s*(?:and\\s+)?(?:then\\s+)?(?:hang\\s+up|end\\s+(?:the\\s+call|it))(?:\\s+(?:again|after\\s+that|at\\s+once|right\\s+away|when\\s+the\\s+call\\s+is\\s+on\\s+the\\s+screen|as\\s+soon\\s+as\\s+.+))?)";

const exec = (clause: string, source: string): Record<string, string | undefined> | undefined =>
  new RegExp(`^${source}$`, "u").exec(clause)?.groups;

const kinds: readonly (readonly [RegExp, CallKind])[] = [
  [/\bmiss/i, "missed"],
  [/\b(?:i|we)\s+(?:call|dial|ring)|\boutgoing\b/i, "outgoing"],
  [/\bincoming\b|\bcalled\s+me\b/i, "incoming"],
];

function readAsked(clause: string): Goal | undefined {
  const asks =
    /^(?:tell me\s+)?(?:which|what|whose)\s+number\b.*\bcall|^(?:from whom|who(?:m|se)?)\b.*\b(?:miss(?:ed)?|called me)\b|^which\s+(?:missed|incoming|outgoing)\s+call\b/i;
  if (!asks.test(clause)) return undefined;
  const kind = kinds.find(([pattern]) => pattern.test(clause))?.[1];
  return kind === undefined ? undefined : { kind: "tellCall", which: kind };
}

/** Goals about calls and the list of them. */
export function readCallGoal(clause: string): Goal | undefined {
  const called =
    exec(
      clause,
      `(?:[Cc]all|[Rr]ing|[Dd]ial|[Pp]hone)(?:\\s+up)?\\s+(?:the\\s+number\\s+)?(?<who>${number}|${person})(?<end>${ends})?`,
    ) ?? exec(clause, `[Gg]ive\\s+(?<who>${number}|${person})\\s+a\\s+(?:call|ring)(?<end>${ends})?`);
  if (called?.who !== undefined)
    return { kind: "callSomebody", who: called.who.trim(), end: called.end !== undefined };
  if (/^(?:hang\s+up|end\s+(?:the|this|my)\s+call)\b.*$/i.test(clause)) return { kind: "hangUp" };
  const cleared =
    new RegExp(
      `^(?:clear|empty|delete|erase|wipe)\\s+(?:the\\s+|my\\s+)?(?:whole\\s+|entire\\s+|complete\\s+)?${log}(?:\\s+of\\s+(?:this|the|my)\\s+phone)?$`,
      "i",
    ).test(clause) ||
    new RegExp(
      `^(?:delete|erase|clear|remove)\\s+(?:all|every)(?:\\s+(?:the|my|of))*\\s+calls?(?:\\s+(?:from|in)\\s+(?:the\\s+|my\\s+)?${log})?$`,
      "i",
    ).test(clause);
  if (cleared)
    return { kind: "useMenu", app: "phone", labels: ["Clear call history", "Clear history", "Delete all"] };
  const gone = new RegExp(
    `^(?:delete|remove|erase)\\s+(?:the\\s+)?(?:missed\\s+|incoming\\s+|outgoing\\s+)?call\\s+(?:from|to|of|with)\\s+(?<who>${number}|${person})(?:\\s+(?:from|in|out of)\\s+(?:the\\s+|my\\s+)?${log})?$`,
    "iu",
  ).exec(clause)?.groups?.who;
  if (gone !== undefined) return { kind: "removeThing", app: "phone", within: ["Recents"], thing: gone };
  return readAsked(clause);
}
