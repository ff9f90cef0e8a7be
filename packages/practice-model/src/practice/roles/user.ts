import { lowerWords } from "../names.ts";
import type { PracticeRole } from "./practice-role.ts";
import { sectionOf } from "./read-sections.ts";

const small = new Set(
  "a an the is are be it in on at of to for with and that should will would do does you your me my i what which tell say please".split(
    " ",
  ),
);
const tellingWords = (text: string): readonly string[] => lowerWords(text).filter((word) => !small.has(word));

/** What a question word asks for, by the words that name such facts. */
const meant: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bwhen\b/i, ["time", "date", "day"]],
  [/\bhow long\b/i, ["duration", "length", "minutes", "seconds"]],
  [/\bhow (?:many|much)\b/i, ["number", "count", "amount"]],
  [/\bwho(?:m|se)?\b/i, ["name", "person", "contact"]],
  [/\bwhere\b/i, ["place", "address", "city"]],
];

interface Fact {
  readonly name: string;
  readonly value: string;
}

const factsIn = (text: string): readonly Fact[] =>
  text.split("\n").flatMap((line) => {
    const [, name, value] = /^([^:]+): (.+)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });

/** By words: the facts whose names share the most with the question. */
function chosen(question: string, facts: readonly Fact[]): readonly Fact[] {
  const asked = new Set([
    ...tellingWords(question),
    ...meant.flatMap(([pattern, names]) => (pattern.test(question) ? names : [])),
  ]);
  const scored = facts.map((fact) => ({
    fact,
    score: tellingWords(fact.name).filter((word) => asked.has(word)).length,
    whole: tellingWords(fact.name).every((word) => asked.has(word)),
  }));
  const most = Math.max(0, ...scored.map(({ score }) => score));
  if (most === 0) return [];
  const whole = scored.filter((one) => one.whole && one.score > 0);
  return (whole.length > 0 ? whole : scored.filter(({ score }) => score === most).slice(0, 1)).map(
    ({ fact }) => fact,
  );
}

const clock = /\b\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?)?/i;

/** Matches the question's words to the names of the facts; of the task it knows times of day alone. */
export const practiceUser: PracticeRole = (text) => {
  const question = sectionOf(text, "question");
  const facts = chosen(question, factsIn(sectionOf(text, "facts")));
  const taskSays = /\b(?:time|when)\b/i.test(question) ? clock.exec(sectionOf(text, "task"))?.[0] : undefined;
  return {
    facts: facts.map(({ name }) => name),
    ...(taskSays === undefined ? {} : { taskSays }),
    answer: facts.length === 0 ? "I do not know that." : facts.map(({ value }) => value).join(", "),
  };
};
