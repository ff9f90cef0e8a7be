import { isDeed } from "../split-task.ts";

type Rewrite = readonly [pattern: RegExp, plain: string | ((...match: string[]) => string)];

const mail = "(?:text message|text|sms|message)";

/** Other words for what the rules read by one word; nothing here names an app's thing or a task. */
const synonyms: readonly Rewrite[] = [
  [/\bmost recent\b/gi, "last"],
  [/^(?:verify|confirm|determine|validate|look) (?=(?:whether|if|that)\b)/i, "check "],
  [/^check that\b/i, "check whether"],
  [/^how expensive (is|are)\b/i, "how much $1"],
  [/\b(?:message|text|sms|chat) (?:thread|conversation|history)\b/gi, "conversation"],
  [new RegExp(`^(?:shoot|drop) (.+? (?:an?|the) (?:short |quick )?${mail})\\b`, "i"), "send $1"],
  [/^(?:jot|note|write) down (?=an? )/i, "write "],
  [/^(?:bin|ditch|scrap|wipe) (?=(?:the|my|all|every)\b)/i, "delete "],
  [/^(?:modify|alter|amend) /i, "change "],
  [/^(?:pull|bring) up (?=(?:the|my)\b)/i, "open "],
  [/^(?:fire up|boot up) /i, "open "],
  [/^(?:place|make) an? (?:phone )?call to /i, "call "],
  [/\b(my|the) (?:schedule|agenda|diary|planner)\b/gi, "$1 calendar"],
  [/^give (.+?\balarm) the (?:label|name|title) /i, "label $1 "],
  [/^add (\S+@\S+) as (.+?)['’]s? e-?mail(?: address)?$/i, "add the email $1 to the contact $2"],
  [
    /^(.+?['’]s? (?:new )?(?:phone |mobile )?(?:number|e-?mail(?: address)?)) (?:has )?(?:changed to|is now) (\S.*)$/i,
    "change $1 to $2",
  ],
  [
    /^(.+?) (?:should|must|need(?:s)? to) (?:no longer|not) be in (my|the) (contacts?(?: list)?|address book)(?: any ?more)?$/i,
    "delete $1 from $2 $3",
  ],
  [/^(.+?) an alarm (?:should|must|has to|is to) (?:ring|go off)$/i, "set an alarm $1"],
  [
    /^(.+?\balarm) (?:should|must|has to|is to) be (in)?active$/i,
    (_, what, no) => `turn ${no === undefined ? "on" : "off"} ${what}`,
  ],
  [/^(delete|remove|erase) (.+) as a contact$/i, "$1 the contact $2"],
  [/^which of my contacts (has|owns) /i, "who $1 "],
  [/\s+(?:(?:that|which) (?:is|are) )?(?:located|stored|saved|lying) in\s+/gi, " in "],
  [/^new (playlist|folder|note):\s*/i, "create a $1 called "],
  // "Settings > Display > Dark theme: switch it on"
  [/^settings(?:\s*[>→»]\s*[^>→»:]+)*\s*[>→»]\s*([^>→»:]+):\s*(.*)\bit\b/i, "$2$1"],
];

/** What there is of something is all of it. */
const whatThereIs =
  /\s+(?:(?:that|which)(?:'s| is| are|'re)\s+(?:currently\s+)?(?:set|there|saved|stored|set up|configured|scheduled)|(?:that\s+)?(?:i have|i've got|i've set|there (?:is|are)|i set)(?:\s+set)?)$/i;
const allOf = /^(?:\w+\s+){1,3}?(?:all|every|each)\b/i;

/** "The device name should be Frog" asks for the deed that makes it so. */
const wantedState: readonly Rewrite[] = [
  [
    /^(?:i(?:'d| would)? (?:want|like) )?((?:the|my|this) (?!alarm\b)[^"“”,]{2,40}?) (?:should|must|shall|has to|needs to|is to|to) (?:now )?be (?:set to |changed to )?(?!on\b|off\b|called\b|named\b|titled\b|(?:in)?active\b|(?:turned|switched|enabled|disabled|activated|deactivated)\b)(.+)$/i,
    "set $1 to $2",
  ],
  [
    /^(?:i(?:'d| would)? (?:want|like) )?((?:the|my|this) (?:phone|device)) (?:should|must|shall|has to|is) (?:now )?(?:to )?be (?:called|named) (.+)$/i,
    "rename $1 to $2",
  ],
];

/** "turning on", "start counting" */
const gerund = /^(?:(?:start|begin) )?([a-z]+ing)\b(?= \S)/i;

const rewritten = (text: string, pattern: RegExp, plain: Rewrite[1]): string =>
  typeof plain === "string" ? text.replace(pattern, plain) : text.replace(pattern, plain);

/** A clause in the words that the rules know, with the same meaning. */
export function inPlainWords(clause: string): string {
  let text = clause.replace(gerund, (whole, said) => fromGerund(said) ?? whole);
  for (const [pattern, plain] of synonyms) text = rewritten(text, pattern, plain);
  if (allOf.test(text)) text = text.replace(whatThereIs, "");
  const wanted = wantedState.find(([pattern]) => pattern.test(text));
  return wanted === undefined ? text : rewritten(text, ...wanted);
}

/** "turning" as "turn", "setting" as "set", "deleting" as "delete"; undefined where it is not the word for a deed. */
function fromGerund(word: string): string | undefined {
  const stem = /^([a-z]{2,})ing$/i.exec(word)?.[1]?.toLowerCase();
  if (stem === undefined) return undefined;
  const single = /([bdgklmnprt])\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  return [stem, `${stem}e`, ...single].find((base) => isDeed(base) || /^(?:make|keep|leave)$/.test(base));
}
