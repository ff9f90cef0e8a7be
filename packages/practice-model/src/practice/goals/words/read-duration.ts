import { numberFromWord, numberPattern } from "./number-words.ts";
import { take } from "./remainder.ts";

const secondsPerUnit: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1 };
const unit = "(hours?|hrs?|minutes?|mins?|seconds?|secs?)";
const halfAfter = "(?<half>[\\s-]+and[\\s-]+a[\\s-]+half)";
const quarterAfter = "(?<quarter>[\\s-]+and[\\s-]+a[\\s-]+quarter)";
const part = new RegExp(
  `\\b(?<count>\\d+\\.\\d+|${numberPattern}|half[\\s-]+an?|(?:a[\\s-]+)?quarter[\\s-]+of[\\s-]+an|three[\\s-]+quarters[\\s-]+of[\\s-]+an|an?)(?<before>[\\s-]+and[\\s-]+a[\\s-]+half)?[\\s-]*${unit}\\b(?:${halfAfter}|${quarterAfter})?`,
  "iu",
);
const clock = /(?<![\d:.])(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?![\d:.])/;

function amountOf(count: string): number {
  if (/^half/i.test(count)) return 0.5;
  if (/^three/i.test(count) && /of/i.test(count)) return 0.75;
  if (/quarter/i.test(count)) return 0.25;
  if (/^an?$/i.test(count)) return 1;
  return count.includes(".") ? Number(count) : (numberFromWord(count) ?? 0);
}

export interface TakenDuration {
  readonly seconds: number;
  readonly rest: string;
}

/** Takes "1 hour and 30 minutes", "an hour and a half", "1:30:00" out of a text. */
export function takeDuration(text: string): TakenDuration | undefined {
  let seconds = 0;
  let rest = text;
  let last = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 3; count += 1) {
    const taken = take(rest, part);
    if (taken === undefined) break;
    const { groups = {} } = taken.match;
    const word = taken.match[3] ?? "";
    const more = (groups.before ?? groups.half) ? 0.5 : groups.quarter ? 0.25 : 0;
    const size = secondsPerUnit[word[0]?.toLowerCase() ?? ""] ?? 0;
    // "5 minutes and 10 minutes" are two durations.
    if (size >= last) return undefined;
    last = size;
    seconds += (amountOf(groups.count ?? "") + more) * size;
    rest = taken.rest;
  }
  if (seconds > 0) return Number.isInteger(seconds) ? { seconds, rest } : undefined;
  const taken = take(text, clock);
  // "1:30" may be hours and minutes or minutes and seconds; only with all three parts is it clear.
  if (taken?.match[1] === undefined) return undefined;
  const [hours, minutes, left] = [taken.match[1], taken.match[2], taken.match[3]].map(Number);
  return { seconds: (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (left ?? 0), rest: taken.rest };
}

/** Seconds in "1 hour 30 minutes", "a 5-minute timer", "half an hour"; undefined when there is no duration. @internal */
export const readDuration = (text: string): number | undefined => takeDuration(text)?.seconds;
