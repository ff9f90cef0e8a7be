import { isDeed } from "./split-task.ts";

/** News about a thing, and the action that the next clause asks for: "The note Misc should be called Cars. Rename it." */
interface News {
  readonly told: RegExp;
  readonly next: RegExp;
  /** The deed in one clause. */
  readonly deed: (told: Readonly<Record<string, string | undefined>>, next: string) => string;
}

const changeIt =
  /^(?:please\s+)?(?:change|update|correct|move|adjust|fix|reschedule)\s+(?:it|that|this)(?:\s+(?:in|on)\s+.+)?$/i;

const news: readonly News[] = [
  {
    told: /^(?:from now on,?\s+)?(?<what>(?:the|my|this)\s+.+?)\s+(?:(?:should|shall|must|is to|has to|will)(?:\s+now)?\s+be\s+(?:called|named|titled)|is\s+(?:now\s+)?called)\s+(?<name>.+?)(?:\s+from now on)?$/i,
    next: /^(?:rename\s+(?:it|that|this)|change\s+(?:its|the)\s+name)(?:\s+.*)?$/i,
    deed: ({ what = "", name }) => `rename ${what.replace(/\bdevice\b/i, "phone")} to ${name}`,
  },
  {
    told: /^(?<what>(?:(?:the|my)\s+)?.+?)\s+(?:(?:now\s+|will\s+(?:now\s+)?)?(?:begins?|starts?|takes? place)|is(?:\s+now)?|(?:was|is)\s+moved)\s+(?:now\s+)?(?:at|to)\s+(?<when>.+)$/i,
    next: changeIt,
    deed: ({ what, when }, next) =>
      `move ${what} to ${when}${/\bcalendar\b/i.test(next) ? " in my calendar" : ""}`,
  },
  {
    told: /^(?<what>.+?)\s+(?:is|was|has been)\s+(?:cancell?ed|called off|over|not needed(?: any more)?|done)$/i,
    next: /^(?:delete|remove|cancel|erase)\s+(?:it|that|this)\b.*$/i,
    deed: ({ what = "" }, next) => next.replace(/\b(?:it|that|this)\b/i, what),
  },
  {
    told: /^(?:i|we)\s+(?:don't|do\s+not|no\s+longer)\s+(?:need|want|use|like)\s+(?:to\s+use\s+)?(?<what>.+?)(?:\s+(?:any\s?more|any\s+longer|right\s+now|now))?$/i,
    next: /^(?:disable|deactivate|turn\s+off|switch\s+off|turn|switch|delete|remove|cancel|erase)\s+(?:it|that)\b(?:\s+off)?$/i,
    deed: ({ what = "" }, next) => next.replace(/\b(?:it|that)\b/i, what),
  },
  {
    told: /^(?<what>.+?)\s+(?:isn't|is\s+not|is\s+no\s+longer|aren't|are\s+not)\s+(?:needed|required|wanted|necessary|of\s+use)(?:\s+(?:any\s?more|any\s+longer|now))?$/i,
    next: /^(?:disable|deactivate|turn\s+off|switch\s+off|turn|switch|delete|remove|cancel|erase)\s+(?:it|that|them)\b(?:\s+off)?$/i,
    deed: ({ what = "" }, next) => next.replace(/\b(?:it|that|them)\b/i, what),
  },
  {
    told: /^(?<what>(?:the|my)\s+.+?)\s+(?:is|are|rings?|begins?|starts?)\s+(?:much\s+|far\s+)?too\s+(?:late|early|soon|long|short)(?:\s+.+)?$/i,
    next: /^(?:make|set|change|move)\s+(?:it|that)\s+(?:to\s+|for\s+)?.+$/i,
    deed: ({ what = "" }, next) =>
      next.replace(/^\S+\s+(?:it|that)\s+(?:to\s+|for\s+)?(.+)$/i, (_, when) => `move ${what} to ${when}`),
  },
  {
    told: /^(?:(?:[Mm]y|[Oo]ur)\s+\p{Ll}+(?:\s+\p{Ll}+)?\s+)?(?<who>\p{Lu}[\p{L}'’ -]*?)['’]s?\s+(?:new\s+)?(?<what>(?:phone\s+|mobile\s+)?number|e-?mail(?:\s+address)?)\s+is\s+(?<value>\S.*)$/u,
    next: /^(?:save|store|add|keep)\s+(?:it|that|this|him|her|them)(?:\s+(?:as\s+an?\s+(?:new\s+)?contact|(?:to|in)\s+(?:my|the)\s+contacts))?$/i,
    deed: ({ who, what, value }) => `create a contact named ${who} with ${what} ${value}`,
  },
  {
    told: /^(?<what>(?:the|my)\s+.+?)\s+(?:has\s+)?(?:now\s+)?(?:moved|was\s+moved|takes?\s+place|is\s+(?:now\s+)?held)\s+(?:to|at|in)\s+(?<where>.+)$/i,
    next: /^(?:change|update|correct|set|fix)\s+(?:its|the)\s+(?:location|place|venue|address)(?:\s+.*)?$/i,
    deed: ({ what, where }) => `change the location of ${what} to ${where}`,
  },
  {
    // "3 pieces of Mint. Put them into the cart."
    told: /^(?<what>(?:\d+|one|two|three|four|five|an?|some|the)\s+.+)$/i,
    next: /^(?:put|add|place)\s+(?:it|them|these|those)\s+(?:in|into|to)\b.*$/i,
    deed: ({ what = "" }, next) => next.replace(/\b(?:it|them|these|those)\b/i, what),
  },
];

const placeFirst =
  /^(?:in|on|from|inside|within|go to|open|look (?:in|at|into))\s+((?:the|my)\s+(?:note|memo|folder|playlist|file)\s+.+|(?:the|my)\s+.+?\s+(?:note|memo|folder|playlist|list))$/i;
const deedThere =
  /^(?:tick|untick|check|cross|mark|rename|give|delete|remove|move|copy|count|tell me what(?:'s| is) in it|read it)\b/i;

/** What is given or changed stands before what it becomes. */
function doneIn(place: string, deed: string): string {
  if (/\bit$/i.test(deed)) return deed.replace(/\bit$/i, place);
  const [, thing, rest] =
    /^((?:give|rename|move|copy)\s+.+?)(\s+(?:the\s+(?:new\s+)?name|to|into)\s+.+)$/i.exec(deed) ?? [];
  return thing === undefined ? `${deed} in ${place}` : `${thing} in ${place}${rest}`;
}

/** What belongs to a deed, said before it: "With the number 555, add Kim to my contacts". */
const fronted =
  /^(?:with|for|at|on|under|called|named|by|tomorrow|today|tonight|every)\s+(?!(?:the|my|this)\s+(?:phone|device|way|clock|settings)\b).+$/i;

/** Clauses that tell of a thing joined with the deed that is done to it. */
export function withNews(clauses: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (let index = 0; index < clauses.length; index += 1) {
    const [clause = "", next] = [clauses[index], clauses[index + 1]];
    const place = placeFirst.exec(clause)?.[1];
    if (place !== undefined && next !== undefined && deedThere.test(next)) {
      joined.push(doneIn(place, next));
      index += 1;
      continue;
    }
    if (next !== undefined && fronted.test(clause) && isDeed(next)) {
      joined.push(`${next} ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`);
      index += 1;
      continue;
    }
    const found =
      next === undefined
        ? undefined
        : news.find(({ told, next: deed }) => deed.test(next) && told.test(clause));
    const groups = found?.told.exec(clause)?.groups;
    if (found === undefined || groups === undefined || next === undefined) joined.push(clause);
    else {
      joined.push(found.deed(groups, next));
      index += 1;
    }
  }
  return joined;
}
