import type { Goal } from "./goal.ts";

/** Where a clause has what another one finds out. */
const hole = "\uE020";

interface Lookup {
  readonly pattern: RegExp;
  /** The question, of the pattern's groups. */
  readonly question: (groups: Readonly<Record<string, string | undefined>>) => string;
}

const name = "\\p{Lu}[\\p{L}'’-]*(?:\\s+\\p{Lu}[\\p{L}'’-]*)*";

/** What is to be looked up, said within another deed: "Text 555 what my note Address says". */
const embedded: readonly Lookup[] = [
  {
    pattern: /\bthe (?:phone )?number (?:that |which )?I (?:have )?missed a call from\b/iu,
    question: () => "which number did I miss a call from",
  },
  {
    pattern:
      /\bthe (?:phone )?number (?:of|from|behind) (?:my|the) (?:last |latest |newest )?missed call\b/iu,
    question: () => "which number did I miss a call from",
  },
  {
    pattern:
      /\bwhat (?<what>(?:my|the) (?:note|memo) .+?|(?:my|the) .+? (?:note|memo)) (?:says|contains|holds)\b/iu,
    question: ({ what }) => `what does ${what} say`,
  },
  {
    pattern:
      /\bthe (?:same )?time (?:at which |when |that )?(?:the event )?(?<what>.+?) (?:begins|starts)(?: (?:tomorrow|today))?(?:,? (?:according to|in) my calendar)?/iu,
    question: ({ what }) => `when does the event ${what} begin`,
  },
  {
    pattern: new RegExp(
      `\\bthe (?<field>(?:phone )?number|e-?mail(?: address)?|company) (?:that |which )?(?<who>${name}) has\\b`,
      "u",
    ),
    question: ({ field, who }) => `what is the ${field} of ${who}`,
  },
];

/** Where something is, as a clause says it: the next clause's "it" is looked up there. */
const told: readonly Lookup[] = [
  {
    pattern:
      /^(?:(?:in|on) )?(?<what>(?:my|the) (?:note|memo) .+?|(?:my|the) .+? (?:note|memo)) (?:has|holds|contains|there is) (?:an?|the) (?<field>(?:phone )?number|code|pin)$/iu,
    question: ({ what, field }) => `what is the ${field} in ${what}`,
  },
  {
    pattern:
      /^(?:[^()]+\()?(?<who>\+?\d[\d\s.-]{3,}\d|\p{Lu}[\p{L}'’ -]+?)\)? (?:wrote|texted|told|sent)(?: to)? (?:me|us) (?:when|at what time)\b.*$/iu,
    question: ({ who }) => `at what time in the last message from ${who}`,
  },
];

/** How a later clause speaks of what was found. */
const spoken: readonly RegExp[] = [
  /\b(?:the name of )?that (?:person|contact|number|phone number|version|name|time|address|artist|song|place|email)\b/iu,
  /(?<=^(?:save|store|add|put|enter|write|note|text|send)\s(?:down\s)?)(?:it|that)(?=\s)/iu,
  /(?<=\b(?:holds|contains|says|with|has|to|for|at)\s)(?:it|that|this)$/iu,
];

/** "Give Ada the number that Bob has" changes hers; words that are sent are quoted. */
function asEdit(clause: string, field: string | undefined): string {
  if (field !== undefined) return clause.replace(/^give (.+?) \uE020$/iu, `change $1's ${field} to ${hole}`);
  return /^(?:text|send|write|tell|message|reply|answer)\b/i.test(clause)
    ? clause.replace(hole, `"${hole}"`)
    : clause;
}

/** The clauses with a question before each that needs one. */
export const withLookups = (clauses: readonly string[]): readonly string[] =>
  clauses.flatMap((said, index) => {
    const next = clauses[index + 1];
    const day = /\b(?:tomorrow|today|on \w+day)\b/i.exec(clauses[index - 1] ?? "")?.[0];
    const clause =
      day === undefined || /\b(?:tomorrow|today)\b/i.test(said)
        ? said
        : said.replace(/\bat that time\b/i, `${day} at that time`);
    for (const { pattern, question } of told) {
      const groups = pattern.exec(clause)?.groups;
      if (groups !== undefined && next !== undefined) return [question(groups)];
    }
    for (const { pattern, question } of embedded) {
      const match = pattern.exec(clause);
      if (match?.groups === undefined && match === null) continue;
      const asked = question(match.groups ?? {});
      const rest = asEdit(clause.replace(pattern, hole), match.groups?.field);
      // The question by itself is what is asked.
      if (/^(?:tell me|find out|look up|what is|check)?\s*\uE020$/iu.test(rest.trim())) return [clause];
      return [asked, rest];
    }
    return [clause];
  });

const answering: ReadonlySet<Goal["kind"]> = new Set<Goal["kind"]>([
  "toggleState",
  "readSetting",
  "alarmState",
  "hasAlarm",
  "alarmTime",
  "tellAlarms",
  "tellClock",
  "readContact",
  "hasContact",
  "whoHas",
  "tellContacts",
  "readThing",
  "countThings",
  "hasThing",
  "tellExtreme",
  "tellCall",
  "callTool",
]);

/** Whether a goal ends with an answer, always. */
export const givesAnswer = ({ kind }: Goal): boolean => answering.has(kind);

interface Filled {
  readonly clause: string;
  /** Which of the answers stands in it. */
  readonly used?: number;
}

/** The clause with what was found last in its place; null: it is not found yet. */
export function withFinding(clause: string, goals: readonly Goal[], found: readonly string[]): Filled | null {
  const last = goals.filter(givesAnswer).length - 1;
  if (last < 0) return { clause };
  const at = clause.includes(hole) ? new RegExp(hole, "u") : spoken.find((pattern) => pattern.test(clause));
  if (at === undefined) return { clause };
  const finding = found[last];
  if (finding === undefined) return null;
  const filled = clause
    .replace(at, () => finding)
    .replace(/(["“])([^"”]+)["”] followed by (.+)$/u, (_, quote, text, more) => `${quote}${text} ${more}"`);
  return { clause: filled, used: last };
}
