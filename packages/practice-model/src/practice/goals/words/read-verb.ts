import { take } from "./remainder.ts";

/** What a clause wants done, whatever word says it. */
export type Intent = "create" | "remove" | "on" | "off" | "change" | "count" | "list" | "label";

interface Verb {
  readonly intent: Intent;
  readonly pattern: RegExp;
}

const ask = "(?:(?:tell me|show me|give me|find out|check|count|say|report|look up|see|let me know)\\s+)?";

const verbs: readonly Verb[] = [
  {
    intent: "count",
    pattern: new RegExp(
      `^${ask}(?:how many|the number of|(?:what(?:'s| is) )?the (?:total )?number of|count(?: up)?(?: the number of)?)\\b`,
      "i",
    ),
  },
  {
    intent: "list",
    pattern:
      /^(?:list|(?:at )?what times are|when are|what are|which are|what|which|(?:tell|show|give) me(?: a list of)?|name|read out|read)\s+(?=(?:all |the |my |of )*(?:names? |times? )?(?:of )?(?:all |the |my )*(?:alarm|contact)s\b)/i,
  },
  {
    intent: "remove",
    pattern:
      /^(?:delete|remove|cancel|get rid of|clear(?: out)?|erase|drop|discard|trash|throw (?:away|out)|take off)\b/i,
  },
  { intent: "on", pattern: /^(?:(?:turn|switch|put)(?: back)? on|enable|activate|reactivate|re-enable)\b/i },
  { intent: "off", pattern: /^(?:(?:turn|switch|put) off|disable|deactivate|silence)\b/i },
  { intent: "label", pattern: /^(?:label|rename|name|call|title|tag)\b/i },
  {
    intent: "change",
    pattern:
      /^(?:change|move|edit|reschedule|shift|push(?: back)?|adjust|update|modify|bring|postpone|delay)\b/i,
  },
  {
    intent: "create",
    pattern:
      /^(?:set(?: up)?|create|add|make|schedule|put(?: in)?|have|give me|get me|new|arrange|program|insert|save|store|enter|register|i need|i want|i'd like|start|begin|run|launch)\b/i,
  },
];

const particle =
  /^(turn|switch|put|set|make sure(?: that)?|ensure(?: that)?)\b(.*?)\s*\b(?:(?:is|are|be|to)\s+)?(?:turned |switched )?(back on|on|off|enabled|disabled)(?:\s+again)?$/i;

export interface TakenVerb {
  readonly intent: Intent;
  readonly rest: string;
}

/** Takes the verb a clause begins with, or "turn … off" around its object. */
export function takeVerb(clause: string): TakenVerb | undefined {
  const around = particle.exec(clause);
  if (around !== null && !/^\s*o(?:n|ff)\b/i.test(around[2] ?? "")) {
    return { intent: /on$|^enabled/i.test(around[3] ?? "") ? "on" : "off", rest: around[2] ?? "" };
  }
  for (const { intent, pattern } of verbs) {
    const taken = take(clause, pattern);
    if (taken !== undefined) return { intent, rest: taken.rest };
  }
  return undefined;
}
