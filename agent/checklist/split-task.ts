const verbs =
  "turn|switch|enable|disable|set|change|update|edit|create|add|make|save|open|launch|start|close|delete|remove|cancel|find|look|tell|show|go|type|enter|write|read|check|call|send|order|book|buy|play|take|install|uninstall|search|rename|choose|pause|stop|move|copy|share|reply|note";

/** Where one thing to do ends and the next begins. "and" and a comma part two only when a verb follows: "salt and pepper" is one. */
const between = new RegExp(
  [
    "\\s*[;\\n；。]+\\s*",
    "(?<!(?:^|\\n)\\s*\\d{1,2}|\\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|vs|etc|e\\.g|i\\.e))[.!?]\\s+(?=\\p{Lu}|\\d+[.)]\\s)",
    "\\s*,?\\s+(?:and\\s+)?(?:then|after that|afterwards|finally)\\b,?\\s+",
    `\\s*,?\\s+and\\s+(?=(?:${verbs})\\b)`,
    `\\s*,\\s*(?=(?:${verbs})\\b)`,
  ].join("|"),
  "u",
);
const mark = /^(?:[-*•]|\d+[.)])\s+/;
const quoted = /"[^"]*"|“[^”]*”|«[^»]*»/g;

/** The most that are listed; more say nothing of a task. */
export const mostParts = 20;
const longest = 300;

/**
 * The parts of a task by rule, in its own words: as the agent is shown them until somebody who understands it lists them better. What
 * is in quotes is never parted. One part: there is nothing to tick off.
 */
export function splitTask(task: string): readonly string[] {
  const quotes: string[] = [];
  const masked = task.replace(quoted, (quote) => `\ue000${quotes.push(quote) - 1}\ue001`);
  const parts = masked
    .split(between)
    .map((part) =>
      part
        .trim()
        .replace(mark, "")
        .replace(/[.!?]$/, "")
        .trim(),
    )
    .map((part) => part.replace(/\ue000(\d+)\ue001/g, (_, at) => quotes[Number(at)] ?? ""))
    .filter((part) => part !== "");
  const fits = parts.length <= mostParts && parts.every((part) => part.length <= longest);
  return fits ? parts : [];
}
