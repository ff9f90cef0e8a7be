import type { QuestionWorth, SimulatedUser } from "#shared/contracts/agent/simulated-user.ts";
import { displayText } from "#shared/text/display-text.ts";

/** What a question and those before it are held against. */
export interface AskedUser {
  readonly question: string;
  /** All that the agent was told at the start: its task, and what is said beside it. */
  readonly task: string;
  readonly knows: SimulatedUser["knows"];
  /** Of this job, before this question. */
  readonly before: readonly { readonly text: string; readonly facts?: readonly string[] | undefined }[];
}

/** As a model answers for the user: nothing of it is believed. */
export interface GivenUserAnswer {
  /** Names of the facts that the question asks for. */
  readonly facts: readonly string[];
  /** Words of the task that answer the question. */
  readonly taskSays?: string | undefined;
  readonly answer: string;
}

export interface UserAnswer {
  readonly text: string;
  /** Those that it tells. */
  readonly facts: readonly string[];
  readonly worth: QuestionWorth;
}

export const lowerWords = (text: string): readonly string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words that ask for nothing in particular. */
const general = new Set(
  `a an and any anything are about all also am as at be been by can could did do does every everything fact facts for from give
  got had has have i if in info information is it its just know known knows let like list me my need now of on one or our out
  please say share should show so tell that the their them there these thing things this to us use want was we were what
  whatever which will with would you your`.split(/\s+/),
);
const telling = (text: string): ReadonlySet<string> =>
  new Set(lowerWords(text).filter((word) => !general.has(word)));

const sweeping =
  /\b(?:everything|anything|all (?:of )?(?:you|your|that|the|facts|what)|every (?:fact|thing)|whatever)\b/i;

/** Of one stem: "ring" and "rings", "number" and "numbers". */
const isAlike = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= 4 && (one.startsWith(other) || other.startsWith(one)));

const shares = (words: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...words].some((word) => [...others].some((other) => isAlike(word, other)));

/** The words of a value one after the other somewhere in the text. */
function holds(text: string, value: string): boolean {
  const wanted = lowerWords(value);
  return wanted.length > 0 && ` ${lowerWords(text).join(" ")} `.includes(` ${wanted.join(" ")} `);
}

/**
 * The facts that may be told: those whose name or value the question mentions, and one more that it may mean in other words, unless
 * it asks for all there is or for nothing in particular.
 */
function askedFor(names: readonly string[], { question, knows }: AskedUser): readonly string[] {
  const words = telling(question);
  const known = [...new Set(names)].filter((name) => Object.hasOwn(knows, name));
  const isMentioned = (name: string): boolean => shares(telling(`${name} ${knows[name]}`), words);
  const mentioned = known.filter(isMentioned);
  const meant = words.size === 0 || sweeping.test(question) ? [] : known.filter((name) => !isMentioned(name));
  return mentioned.length > 0 || meant.length !== 1 ? mentioned : meant;
}

/** The answer says each of the facts, no word of another one, and no number that nobody gave it. */
function tellsOnly(answer: string, facts: readonly string[], { question, task, knows }: AskedUser): boolean {
  if (!facts.every((name) => holds(answer, String(knows[name])))) return false;
  const open = new Set(
    [question, task, ...facts.flatMap((name) => [name, String(knows[name])])].flatMap(lowerWords),
  );
  const said = lowerWords(answer).filter((word) => !open.has(word));
  if (said.some((word) => /\p{N}/u.test(word))) return false;
  const others = Object.keys(knows).filter((name) => !facts.includes(name));
  const hidden = others.flatMap((name) => [...telling(String(knows[name]))]);
  return said.every((word) => !hidden.includes(word));
}

const unknown = "I do not know that.";

function plainly(facts: readonly string[], { knows }: AskedUser): string {
  const [only = ""] = facts;
  return facts.length === 1 ? String(knows[only]) : facts.map((name) => `${name}: ${knows[name]}`).join("; ");
}

const mostCharacters = 4_000;

/**
 * What the simulated user says, and what the question was worth. The facts are told in the model's words only where these hold nothing
 * else; else by themselves (docs/security.md, "Prompts").
 */
export function userAnswer(given: GivenUserAnswer, asked: AskedUser): UserAnswer {
  const { question, task, knows, before } = asked;
  const facts = askedFor(given.facts, asked);
  const told = new Set(before.flatMap((one) => one.facts ?? []));
  const isNews = (name: string): boolean => !told.has(name) && !holds(task, String(knows[name]));
  const inTask =
    given.taskSays !== undefined && telling(given.taskSays).size > 0 && holds(task, given.taskSays);
  const sameWords = (text: string): boolean => lowerWords(text).join(" ") === lowerWords(question).join(" ");
  const wasAnswered = facts.length > 0 || inTask || before.some(({ text }) => sameWords(text));
  const worth = facts.some(isNews) ? "needed" : wasAnswered ? "alreadyAnswered" : "useless";
  return { text: displayText(wordsFor(given, facts, inTask, asked), mostCharacters), facts, worth };
}

function wordsFor(
  given: GivenUserAnswer,
  facts: readonly string[],
  inTask: boolean,
  asked: AskedUser,
): string {
  if (facts.length > 0) return tellsOnly(given.answer, facts, asked) ? given.answer : plainly(facts, asked);
  return inTask ? `The task says it: ${given.taskSays}` : unknown;
}
