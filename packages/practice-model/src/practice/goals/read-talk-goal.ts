import type { Goal } from "./goal.ts";

/** What people, tools and other roles answered so far, in order; undefined: nobody did. */
export interface Talked {
  readonly results: readonly (string | undefined)[];
  readonly mayAsk: boolean;
  /** Other roles do the task with it. */
  readonly hasMates?: boolean;
}

const asks =
  /^(?:ask|question)\s+(?:me|us|the user|a person|somebody|someone|your operator)\s*(?:,|:)?\s+(?<question>.+)$/i;
const calls =
  /^(?:call|use|ask|run)\s+(?:the\s+)?(?:tool\s+)?(?<tool>[a-z][a-z0-9-]*\/[\w.-]+)(?:\s+with\s+(?<given>.+))?$/i;

const tells =
  /^tell\s+(?:(?:all\s+)?(?:the\s+)?others?(?:\s+(?:phone|role|device)s?)?|everybody|all|(?:the\s+)?(?<to>[a-z][a-z0-9-]*))\s+(?:["“](?<words>[^"”]+)["”]|(?:the|my|your)\s+(?:answer|result|number)|it|that)\s+(?:as|under)\s+["“](?<key>[^"”]+)["”]$/i;
const waits =
  /^wait\s+(?:for|until\s+.+?\s+(?:tells|told|has\s+told)(?:\s+you)?)\s+(?:the\s+)?["“](?<key>[^"”]+)["”](?:\s+.*)?$/i;

function readMateGoal(clause: string, nth: number): Goal | undefined {
  const told = tells.exec(clause)?.groups;
  if (told?.key !== undefined)
    return {
      kind: "tellMates",
      key: told.key,
      nth,
      ...(told.to === undefined ? {} : { to: told.to.toLowerCase() }),
      ...(told.words === undefined ? {} : { text: told.words }),
    };
  const key = waits.exec(clause)?.groups?.key;
  return key === undefined ? undefined : { kind: "awaitMate", key, nth };
}

/** A clause by which a person is to be asked, a tool to be called or another role to be told. `nth`: how many such came before it. */
export function readTalkGoal(clause: string, nth: number, hasMates = false): Goal | undefined {
  const mate = hasMates ? readMateGoal(clause, nth) : undefined;
  if (mate !== undefined) return mate;
  const called = calls.exec(clause)?.groups;
  if (called?.tool !== undefined)
    return { kind: "callTool", tool: called.tool, given: argumentsIn(called.given ?? ""), nth };
  const question = asks.exec(clause)?.groups?.question;
  return question === undefined ? undefined : { kind: "ask", question: asSentence(question), nth };
}

const asSentence = (words: string): string => {
  const text = words.replace(/^["']|["']$/g, "").trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "?"}`;
};

/** As JSON, or as `name=value` and `name value` with commas or "and" between them. */
function argumentsIn(text: string): Readonly<Record<string, unknown>> {
  if (text.startsWith("{")) {
    try {
      return JSON.parse(text) as Record<string, unknown>;
    } catch {
      return {};
    }
  }
  const pairs = text.split(/\s*,\s*|\s+and\s+/).flatMap((pair) => {
    const [, name, value] = /^(\w+)\s*(?:=|:|\s)\s*(.+)$/.exec(pair.trim()) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value.replace(/^["']|["']$/g, "")]];
  });
  return Object.fromEntries(pairs);
}

/** How a later clause speaks of what was answered. */
const itsAnswer =
  /\b(?:(?:my|the|their|its) (?:answer|choice|result|reply)|what (?:i|they|it) (?:say|says|answer|answers|choose|chooses)|that (?:time|name|number|setting|app|one|text))\b|(?<=\b(?:to|at|for|as|with|called|named|says|reads|holds|contains|just|exactly)\s)(?:that|it|this)$|(?<=^(?:save|add|store|create)\s)(?:them|that|it|this)(?=\s+(?:as|to|in)\b)/i;

/** "the duration that I tell you when you ask me", "my preferred brightness": what only its person knows, in the task's own words. */
const personal =
  /\b(?:the|a)\s+(?<what>[\p{L}]+(?: [\p{L}]+)?)\s+(?:that|which)?\s*I\s+(?:will\s+|would\s+)?(?:tell|told|give|say|want|prefer|like)\b(?:\s+(?:you|when|if|for)\b.*)?|\bmy\s+(?:preferred|favou?rite|usual)\s+(?<liked>[\p{L}]+(?: [\p{L}]+)?)$/iu;

/** "I know it, you have to ask": what the clause before names last is what is to be asked for. */
const offers =
  /\b(?:ask me|you have to ask|you must ask|i(?:'ll| will| can) tell you|i know (?:it|that|them))\b/i;
const lastNamed = /\b(?:the|my|his|her|their)\s+[\p{L}]+(?: [\p{L}]+)?$/iu;

/** As a simulated user says it, which is no answer to go on with. */
const knowsNot = /^I do(?:n't| not) know that\b/i;

/** The clause with the newest answer in its place; null: it speaks of one that is not there. */
export function withAnswer(clause: string, { results }: Talked, asked: number): string | null {
  if (asked === 0 || !itsAnswer.test(clause)) return clause;
  const newest = results[asked - 1];
  return newest === undefined || knowsNot.test(newest)
    ? null
    : clause.replace(itsAnswer, () => newest.replace(/[.!?\s]+$/, ""));
}

const newThing =
  /^(?:create|make|add|schedule|start|set up)\s+an?\s+(?:new\s+)?(?:calendar\s+)?(?<noun>event|appointment|playlist|note|folder)(?:\s+(?:in|for|on|at|to)\b.*)?$/i;
/** "Ask me for the size", after what has one. */
const attribute =
  /^ask\s+(?:me|us)\s+(?:for|about|which|what)\s+(?:the\s+)?(?<name>size|colou?r|flavou?r|length|brand)(?:\s+.*)?$/i;
const intoCart = /^((?:put|add|place)\s+.+?)(\s+(?:in|into|to)\s+.*\b(?:cart|basket|bag)\b.*)$/i;

/** What a clause leaves open that only a person knows, as the question and the clause that its answer completes. */
function missingIn(clause: string): readonly [question: string, completed: string] | undefined {
  const nameless = newThing.exec(clause)?.groups?.noun;
  if (nameless !== undefined && !/["“]|\b(?:called|named|titled)\b/i.test(clause))
    return [
      `ask me what the ${nameless} should be called`,
      clause.replace(nameless, `${nameless} called "my answer"`),
    ];
  if (/^(?:set|create|add|make)\s+(?:an?|the)(?:\s+new)?\s+alarm$/i.test(clause))
    return ["ask me what time the alarm is to ring", "set an alarm for my answer"];
  if (/^(?:set|start|create)\s+(?:an?|the)(?:\s+new)?\s+timer$/i.test(clause))
    return ["ask me how long the timer is to run", "set a timer for my answer"];
  if (
    /^(?:send|write)\s+.*\b(?:message|text|sms)\s+to\s+[^"“”]+$/i.test(clause) &&
    !/\b(?:that|saying|with)\b/i.test(clause)
  )
    return ["ask me what the message should say", `${clause} that says "my answer"`];
  return undefined;
}

const attributeOf = (clause: string, next: string): string | undefined =>
  intoCart.test(clause) ? attribute.exec(next)?.groups?.name?.toLowerCase() : undefined;

const isOffer = (clause: string): boolean => offers.test(clause) && !asks.test(clause);

/** The clauses with a question before each that leaves something open: the task's own words for it where they come next. */
export const withQuestions = (clauses: readonly string[]): readonly string[] =>
  clauses.flatMap((clause, index) => {
    const before = clauses[index - 1];
    const next = clauses[index + 1];
    const { what, liked } = personal.exec(clause)?.groups ?? {};
    const asked = (what ?? liked)?.replace(/\s+(?:that|which)$/i, "");
    if (asked !== undefined) {
      const open = clause.replace(personal, "").trim();
      return [
        `ask me what ${asked} you want to ${open}`,
        clause.replace(personal, /^give\b/i.test(clause) ? `the ${asked} my answer` : "my answer"),
      ];
    }
    if (
      before !== undefined &&
      asks.test(clause) &&
      (personal.test(before) || attributeOf(before, clause) !== undefined)
    )
      return [];
    const detail = next === undefined ? undefined : attributeOf(clause, next);
    if (detail !== undefined && next !== undefined)
      return [next, clause.replace(intoCart, (_, what, where) => `${what}, ${detail} my answer${where}`)];
    if (before !== undefined && isOffer(clause) && lastNamed.test(before)) return [];
    const named = lastNamed.exec(clause)?.[0];
    if (named !== undefined && next !== undefined && isOffer(next))
      return [`ask me what ${named} is`, clause.replace(lastNamed, "my answer")];
    if (before !== undefined && missingIn(before) !== undefined && asks.test(clause)) return [];
    const [question, completed] = missingIn(clause) ?? [];
    if (question === undefined || completed === undefined) return [clause];
    // "Ask me what it should say": nobody knows what "it" is.
    const isOwn = next !== undefined && asks.test(next) && !/\b(?:it|its|that|them)\b/i.test(next);
    return [isOwn ? next : question, completed];
  });
