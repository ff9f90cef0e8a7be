import { isDeed } from "./split-task.ts";
import { withNews } from "./told-news.ts";

/** What a sentence tells of somebody, or a heading that what follows spells out: nothing to do by itself. */
const field = "phone number|mobile number|number|e-?mail address|e-?mail|company|address|name|label";
const number = /\+?\d[\d\s().-]{4,}\d/;

const statements: readonly RegExp[] = [
  // Somebody tells of himself.
  /^(?:i|we)(?:'m|'ve|'ll)?\s+(?:am|are|was|have|had|got|never|always|often|usually|like|love|forgot|live|sleep|work|moved|lost|(?:'m|'ve))\b(?!.*\bto\b)/i,
  /^(?:i'm|we're|i am|we are|i've|we've)\b/i,
  /^(?:my|our)\s+\p{L}+\s+\p{L}+$|^no\s+\p{L}+(?:\s+\p{L}+){0,2}$/iu,
  // What is before them.
  /^(?:i|we)(?:'ve| have| need| want|'ll| will)?(?: got)?(?: to| must)? (?:catch|leave|travel|fly|drive|sleep|study|work|meet|rest|relax|nap|focus|concentrate)\b/i,
  // Something is so, or happened.
  /^(?:my|our|the|this|it|there|somebody|someone|a|an|\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)*)\b.*\s(?:is|are|was|were|has|have|had|got|gets|takes?|took|lives?|works?|called|beeps?|rings?|moved|needs?|wants?|turned)\b/u,
  // Why, and before what.
  /^(?:before|while|as|since|because|now that)\s+(?:i|we|you|my|it|the)\b/i,
  // What is to be left alone, and how to answer.
  /^(?:but\s+)?(?:leave|keep)\s+(?:it|them|that|this|the others?|the rest|everything else|those|all others?)\b/i,
  /^(?:answer|reply|respond)\s+(?:me\s+)?(?:with|by|in)\b/i,
  /^(?:look|check)\s+(?:it|that|this)\s+up\b|^(?:you\s+)?(?:find|see)\s+(?:it|that|this)\s+in\b/i,
  // A heading.
  /^(?:make|get|prepare)\s+.*\bready\b|^prepare\b/i,
];

/** What changes the meaning of the rest is never only told. */
const binding =
  /\b(?:should|must|need(?:s)? to|has to|have to|only|except|unless|without|don't|do not|doesn't|if|when|until|instead|otherwise|please)\b/i;

/** How to do what was said before: "Count those that are off, too". */
const remark =
  /^(?:count|include|including|consider)\s+(?:those|these|them|the\s+ones|both)\b(?!.*\b(?:only|except|not|but)\b)/i;

/** "I have to leave" binds nobody but the one who says it. */
const own = /^(i|we)(?:'ve| have| need)? (?:got )?(?:to|must)\b/i;

/** Whether a clause only tells how things are. Asked where it says nothing that can be done, and another clause does. */
export const isToldOnly = (clause: string): boolean =>
  remark.test(clause) ||
  (!isDeed(clause) &&
    !binding.test(clause.replace(own, "$1")) &&
    !/[?"“]/.test(clause) &&
    statements.some((shape) => shape.test(clause)));

const detail = new RegExp(
  `^(?:the|his|her|their|its)\\s+(?:${field})\\s+(?:is|should be|shall be)\\s+\\S`,
  "i",
);
const eachDetail = new RegExp(
  `(?:\\s*,\\s*)?\\s*(?:\\band\\s+)?\\b(?:the|his|her|their|its)\\s+(${field})\\s+(?:is|should be|shall be)\\s+`,
  "gi",
);
const makes = /^(?:add|create|make|save|store|enter|new|set)\b/i;
const renewed = new RegExp(
  `^(?<owner>.+?)\\s+(?:has|got|gets|received)\\s+an?\\s+new\\s+(?<what>${field})$`,
  "i",
);
const several = /^(?:save|add|create|make|store)\s+(?:the\s+)?(?:\w+\s+)?(?:new\s+|following\s+)*contacts$/i;
const eachOwner =
  /(?:^|\s*,\s*(?:and\s+)?|\s+and\s+)(\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*)\s+(?:has|with|at)\s+(?:the\s+)?(?:phone\s+)?(?:number\s+)?(\+?\d[\d\s().-]{4,}\d)/gu;

interface Told {
  readonly clauses: string[];
  /** What "it" is: `Ada's number`. */
  it?: string;
  number?: string;
  areContacts: boolean;
}

/** Puts in what "it" and "that" stand for where an earlier clause told it. */
function withTold(clause: string, { it, number: last }: Told): string {
  let text = clause;
  if (it !== undefined)
    text = text
      .replace(/^(change|update|set|correct|edit|replace)\s+(?:it|that)\b/i, `$1 ${it}`)
      .replace(
        /^(ask\s+(?:me|us))\s+(?:for|about)\s+(?:it|that)$/i,
        `$1 what ${it.replace(/(['’]s?) /, "$1 new ")} is`,
      );
  if (last !== undefined)
    text = text
      .replace(/^(what(?:'s| is) the (?:\w+ )?(?:code|pin))$/i, `$1 in the message from ${last}`)
      .replace(
        /^(whose\s+(?:phone\s+)?number\s+is|who\s+has)\s+(?:it|that|this)(?:\s+number)?$/i,
        `$1 ${last}`,
      );
  return text;
}

/**
 * The clauses with what some tell of others put where it belongs: "Ada has a new number. Change it to …", "The number is …" after
 * a contact, several people under one heading.
 */
export function clausesInContext(given: readonly string[]): readonly string[] {
  const told: Told = { clauses: [], areContacts: false };
  for (const said of withNews(given)) {
    const clause = withTold(said, told);
    const before = told.clauses.at(-1);
    const owners = told.areContacts ? [...clause.matchAll(eachOwner)] : [];
    const { owner, what } = renewed.exec(clause)?.groups ?? {};
    if (before !== undefined && detail.test(clause) && makes.test(before))
      told.clauses[told.clauses.length - 1] =
        `${before} with ${clause.replace(eachDetail, ", $1 ").replace(/^,\s*/, "")}`;
    else if (owner !== undefined && what !== undefined) told.it = `${owner}'s ${what}`;
    else if (several.test(clause)) told.areContacts = true;
    else if (owners.length > 0)
      told.clauses.push(
        ...owners.map(([, name, digits]) => `create a contact named ${name} with phone number ${digits}`),
      );
    else told.clauses.push(clause);
    const digits = isToldOnly(clause) ? number.exec(clause)?.[0] : undefined;
    if (digits !== undefined) told.number = digits;
  }
  return told.clauses;
}
