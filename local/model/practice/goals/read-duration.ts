import { numberFromWord, numberPattern } from "./number-words.ts";

const secondsPerUnit: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1 };
const part = new RegExp(
  `\\b(${numberPattern}|an?|half an?)[\\s-]*(hours?|hrs?|minutes?|mins?|seconds?|secs?)\\b`,
  "gi",
);

/** Seconds in "1 hour 30 minutes", "a 5-minute timer", "half an hour"; undefined when there is no duration. */
export function readDuration(text: string): number | undefined {
  let seconds = 0;
  for (const [, count = "", unit = ""] of text.matchAll(part)) {
    const amount = /^half/i.test(count) ? 0.5 : /^an?$/i.test(count) ? 1 : (numberFromWord(count) ?? 0);
    seconds += amount * (secondsPerUnit[unit[0]?.toLowerCase() ?? ""] ?? 0);
  }
  return seconds > 0 ? seconds : undefined;
}
