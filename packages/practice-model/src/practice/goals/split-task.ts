const verbs =
  "turn|switch|enable|disable|activate|deactivate|set|change|update|edit|create|add|make|save|open|launch|start|close|delete|remove|cancel|find|look|tell|give|show|go|visit|browse|navigate|press|tap|click|type|enter|write|read|check|put|what|which|how|is|wake|call|send|dim|raise|lower|return|order|book|buy|play|take|install|uninstall|search|mute|schedule|adjust|increase|decrease|rename|store|select|choose|star|unstar|count|list|pause|resume|reset|stop|toggle|flip|move|mark|restart|begin|launch|get|stay|report|favorite|mute|use|is|does|do|long|dismiss|register|extend|wait|remember|record|lap|verify|confirm|ensure|validate|ask|leave|keep|tick|untick|copy|append|remind|dial|ring|hang|text|let|end|rename|listen";

const deed = new RegExp(
  `^(?:${verbs})\\b(?!\\s+(?:is|are|was|has|had|have|got|lives?|works?|moved|needs?|wants?)\\b)`,
  "i",
);

/** Whether a clause begins with the word for a deed, so that it is more than told. */
export const isDeed = (clause: string): boolean =>
  deed.test(clause) && !/^(?:leave|keep|look|make)\b/i.test(clause);

/** A comma or "and" parts two clauses only when a verb, or "X on/off", follows. */
const clauseStart = `(?=(?:(?:please|also|finally|afterwards?|then|now)[ ,]+)*(?:(?:${verbs})\\b|[\\w -]{2,25} (?:on|off)(?:[ .,;!]|$)))`;
const numbered = "\\s+(?=\\d[.)]\\s+[A-Z])";
const separators = (isList: boolean): RegExp =>
  new RegExp(
    [
      "\\s*[;\\n]+\\s*",
      ...(isList ? [numbered] : []),
      // Not after the number that begins a line of a list.
      "(?<!(?:^|\\n)\\s*\\d{1,2}|\\b(?:Dr|Mr|Mrs|Ms|Prof|St))[.!?]\\s+(?=\\S)",
      "\\s*,?\\s+(?:and\\s+)?(?:then|after that,?|afterwards,?|finally,?)\\s+",
      `\\s*,\\s*(?:and\\s+|but\\s+|so\\s+)?${clauseStart}`,
      `\\s+and\\s+(?:also\\s+)?${clauseStart}`,
      // "I have to catch a train: set …" gives the reason first.
      `(?<=(?:^|[.!?]\\s)(?:i|we|my|our|it|there|tomorrow)\\b[^:.;,]{3,80}):\\s+${clauseStart}`,
    ].join("|"),
    "i",
  );

const prefix =
  /^(?:[-*•]\s+|\d+[.)]\s+|(?:please|kindly|(?:would|do) you mind|(?:could|can|would|will) you(?: (?:possibly|maybe|perhaps|quickly|please|just))?|i(?:'d| would) appreciate (?:it if you (?:could|would)|you)|i(?:'d like| want| need| would like) you to|it would be (?:nice|great|good|lovely) if you (?:could|would)|i was wondering if you could|if you (?:could|would)|(?:be sure|try|remember|don't forget|make sure) to|make sure (?:that )?you|you (?:should|need to|have to|must)|your (?:job|goal) is to|i(?: want| need| would like|'d like) (?:you )?to|i need|go ahead and|first|firstly|second|next|then|now|also|finally|after that|after this|afterwards?|and|hey|on this (?:phone|device)|on the (?:phone|device)|i'd like|so|ok|okay|hi|hello|just|quickly|your task is to|let's)[ ,:]+)/i;
const suffix =
  /(?:[ ,]+(?:please|for me|now|on (?:this|the|my) (?:phone|device)|right now|immediately|at once|before (?:you )?(?:continu|proceed|start|go)\w*(?: on)?|as well|too|afterwards?|after that|thanks?|thank you))*[ .!?]*$/i;

function withoutPoliteness(clause: string): string {
  let text = clause.trim();
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(prefix, "").trim();
  }
  return text.replace(suffix, "").trim();
}

/** Quoted text is put aside while splitting, since it may hold anything; private-use characters mark its place. */
function maskQuotes(task: string): { masked: string; restore: (text: string) => string } {
  const quotes: string[] = [];
  const masked = task.replace(/"[^"]*"|“[^”]*”|(?<=^|\s)'[^']*'(?=$|[\s.,;!?])/g, (quote) => {
    quotes.push(quote);
    return `\ue000${quotes.length - 1}\ue001`;
  });
  return {
    masked,
    restore: (text) => text.replace(/\ue000(\d+)\ue001/g, (_, index) => quotes[Number(index)] ?? ""),
  };
}

const writes =
  /^(?:please\s+|kindly\s+|(?:can|could|would|will)\s+you\s+(?:please\s+)?)?(?:send|write|text|message|sms|reply|respond|answer|jot|make|create|add|take)\b[^:"“”\n]*\b(?:sms|text|message|note|memo|to\s+\+?[\d\p{Lu}][\p{L}\d .'-]*)\b[^:"“”\n]*$/iu;

const tells = /^(?:please\s+)?(?:tell|text|message|sms)\s+[+\d\p{Lu}][\p{L}\d .'-]*$/iu;

/** "QA step: turn on …", "Silence the phone: turn on …": what the rest is for, unless the rest is what is said or written. */
const heading = new RegExp(
  `^(?!.*\\b(?:notes?|memo|message|text|sms|remind\\w*|titled?|named?|called|label|say\\w*|tell|self|lists?|to-?do|write|send|reply|answer|ask|create|add|make)\\b[^:]*:)[\\p{L}' -]{2,30}:\\s+(?=(?:${verbs})\\b)`,
  "iu",
);

/** What is to be written stands after a colon to the end, whatever words and commas it has. */
function quoteAfterColon(task: string): string {
  const at = task.search(/:\s/);
  const [before, words] = [task.slice(0, at), task.slice(at + 1).trim()];
  if (at < 0 || words === "" || /["“”\n]/.test(words) || !(writes.test(before) || tells.test(before)))
    return task;
  return `${before}: "${words.replace(/(?<!\.)\.$/, "")}"`;
}

const making = "set(?: up)?|create|add|make|start|schedule|write";
const makeable = "alarms?|timers?|notes?|contacts?|events?|appointments?|playlists?|folders?";
const pair = new RegExp(
  `^(?<verb>${making})\\s+(?<first>.*\\b(?:${makeable})\\b.*?),?\\s+and\\s+(?<second>(?:an?|another|the)\\s+(?:(?!\\band\\b).)*\\b(?:${makeable})\\b.*)$`,
  "i",
);

/** "Set an alarm for 6 and a timer for 10 minutes" makes two things by one verb. */
function eachMade(clause: string): string[] {
  const { verb, first, second } = pair.exec(clause)?.groups ?? {};
  if (verb === undefined || first === undefined || second === undefined) return [clause];
  return [`${verb} ${first}`, ...eachMade(`${verb} ${second}`)];
}

/** "… and call it Gym" says more about what was made, and is nothing else to do. */
const goesOn = /^(?:label|call|name|title) (?:it|this|that)\b/i;

/** "After that" by itself says nothing but the order, which is the order of the clauses. */
const connector =
  /^(?:after (?:that|this)|afterwards?|then|next|finally|first|thanks?(?: a lot)?|thank you(?: very much)?)$/i;

/** What must be seen in the end, as test cases of Firebase's become tasks: nothing to do. */
const seenInTheEnd = /\n\s*It is done only when this is seen on the screen:.*/g;

/** The clauses of a task in order, each one thing to do. */
export function splitTask(task: string): string[] {
  const { masked, restore } = maskQuotes(
    quoteAfterColon(
      task.normalize("NFC").replace(/[’‘]/g, "'").replace(seenInTheEnd, "").replace(heading, ""),
    ),
  );
  const clauses: string[] = [];
  // "Tennis balls, 4. Put them …" numbers nothing.
  const isList = /(?:^|\s)1[.)]\s/.test(masked);
  for (const piece of masked.split(separators(isList))) {
    const clause = withoutPoliteness(restore(piece ?? ""));
    const before = clauses.at(-1);
    if (before !== undefined && goesOn.test(clause)) clauses[clauses.length - 1] = `${before} and ${clause}`;
    else if (clause !== "" && !connector.test(clause)) clauses.push(...eachMade(clause));
  }
  return clauses;
}
