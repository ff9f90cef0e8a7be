import type { TimeOfDay } from "../goal.ts";
import { numberFromWord, numberPattern } from "./number-words.ts";
import { take } from "./remainder.ts";

type Half = "am" | "pm";

function onClock(hour: number, minute: number, half: Half | undefined): TimeOfDay | undefined {
  if (hour > 23 || minute > 59) return undefined;
  if (half !== undefined && hour > 12) return half === "pm" ? { hour, minute } : undefined;
  if (half === "pm") return { hour: hour === 12 ? 12 : hour + 12, minute };
  if (half === "am") return { hour: hour === 12 ? 0 : hour, minute };
  return { hour, minute };
}

type Reading = readonly [
  pattern: RegExp,
  read: (match: RegExpExecArray) => readonly [hour: number, minute: number],
];

const number = (match: RegExpExecArray, group: number): number => numberFromWord(match[group] ?? "") ?? 99;
/** An hour may be followed by what part of the day it is in; it is taken with it. */
const suffix =
  "(?:\\s*o'?clock)?(?:\\s*sharp\\b)?(?:\\s*(?<half>[ap]\\.?\\s?m\\b\\.?|in the (?:morning|afternoon|evening)|at night|tonight|this (?:morning|afternoon|evening)))?";
const pattern = (source: string): RegExp =>
  new RegExp(`${source.replaceAll("#", `(${numberPattern})`)}${suffix}(?![\\p{L}\\d])`, "iu");

const hourBefore = (hour: number): number => (hour === 0 ? 23 : hour === 1 ? 12 : hour - 1);

const readings: readonly Reading[] = [
  [pattern("(?<![\\d:.])(\\d{1,2})[:.](\\d{2})(?![\\d:])"), (m) => [Number(m[1]), Number(m[2])]],
  [
    pattern("(?<!\\d)(\\d{1,2})(\\d{2})(?:\\s*(?:hours|hrs)|(?=\\s*[ap]\\.?m))"),
    (m) => [Number(m[1]), Number(m[2])],
  ],
  // "at 0530"
  [pattern("(?<=\\b(?:for|at|to) )([01]\\d|2[0-3])([0-5]\\d)"), (m) => [Number(m[1]), Number(m[2])]],
  [pattern("\\bhalf past #"), (m) => [number(m, 1), 30]],
  [pattern("\\b(?:a )?quarter (?:past|after) #"), (m) => [number(m, 1), 15]],
  [pattern("\\b(?:a )?quarter (?:to|before|till) #"), (m) => [hourBefore(number(m, 1)), 45]],
  [pattern("\\b# (?:minutes? )?(?:past|after) #"), (m) => [number(m, 2), number(m, 1)]],
  [pattern("\\b# (?:minutes? )?(?:to|before|till) #"), (m) => [hourBefore(number(m, 2)), 60 - number(m, 1)]],
  [/\b(?:12 )?(?:noon|midday)\b/i, () => [12, 0]],
  [/\b(?:12 )?midnight\b/i, () => [0, 0]],
  [pattern("\\b# (?:oh|o) #"), (m) => [number(m, 1), number(m, 2)]],
  [pattern("(?<=\\b(?:for|at|to|by|the|my) |^)# #"), (m) => [number(m, 1), number(m, 2)]],
  [pattern("\\b# #(?=\\s*[ap]\\.?m)"), (m) => [number(m, 1), number(m, 2)]],
  [
    pattern(
      "\\b#(?=\\s*(?:o'?clock|[ap]\\.?\\s?m\\b|in the (?:morning|afternoon|evening)|tonight|at night))",
    ),
    (m) => [number(m, 1), 0],
  ],
  [pattern("(?<=(?:\\b(?:for|at|to|by|from|and|before)|,) )#"), (m) => [number(m, 1), 0]],
  [pattern("\\b#(?= alarm)"), (m) => [number(m, 1), 0]],
];

function halfOf(words: string | undefined): Half | undefined {
  if (words === undefined) return undefined;
  return /^a\.?\s?m|morning/i.test(words) ? "am" : "pm";
}

/** A night's hour after midnight is written "2 at night"; taken as pm it would be wrong. */
const isUnclear = (hour: number, words: string | undefined): boolean =>
  /night/i.test(words ?? "") && hour < 6;

export interface TakenTime {
  readonly time: TimeOfDay;
  readonly rest: string;
}

/** Takes one time of day out of a text; `half` is what the rest of the clause says of the part of the day. */
export function takeTime(said: string, half?: Half): TakenTime | undefined {
  const text = said
    .replace(/\b(past|to|after|before) (?:noon|midday)\b/i, "$1 12")
    .replace(/\b(past|to|after|before) midnight\b/i, "$1 0");
  for (const [shape, read] of readings) {
    const taken = take(text, shape);
    if (taken === undefined) continue;
    const [hour, minute] = read(taken.match);
    const words = taken.match.groups?.half;
    const isNamed = /noon|midday|midnight/i.test(taken.match[0]);
    const time = isUnclear(hour, words)
      ? undefined
      : onClock(hour, minute, halfOf(words) ?? (isNamed ? undefined : half));
    return time === undefined ? undefined : { time, rest: taken.rest };
  }
  return undefined;
}

/** A time of day in digits or English words; without am or pm it is taken as on a 24-hour clock. */
export const readTime = (said: string): TimeOfDay | undefined => takeTime(said)?.time;

const dayPart = /\b(?:in the |tomorrow |this |on \w+day )(morning|afternoon|evening)\b|\btonight\b/i;

/** What the clause says of the part of the day for the times that say nothing themselves. */
function commonHalf(text: string): Half | undefined {
  const part = dayPart.exec(text);
  if (part !== null) return halfOf(part[1] ?? "pm");
  const said = [...text.matchAll(/(?<=\d\s?)([ap])\.?m\b/gi)].map((match) => match[1]?.toLowerCase());
  // "6, 7 and 8 am": said once, at the end of a list.
  return said.length === 1 && /[ap]\.?m\.?$/i.test(text.trim()) ? halfOf(`${said[0]}m`) : undefined;
}

const minutesOf = ({ hour, minute }: TimeOfDay): number => hour * 60 + minute;

type Times = { readonly times: readonly TimeOfDay[]; readonly rest: string };

function timesIn(text: string, half: Half | undefined): Times {
  const times: TimeOfDay[] = [];
  let rest = text;
  for (let count = 0; count < 10; count += 1) {
    const taken = takeTime(rest, half);
    if (taken === undefined) break;
    times.push(taken.time);
    rest = taken.rest;
  }
  return { times: times.toSorted((a, b) => minutesOf(a) - minutesOf(b)), rest };
}

/** Takes every time of a clause such as "for 6:30, 7:00 and 7:30 in the morning". */
export function takeTimes(text: string): Times {
  const found = timesIn(text, commonHalf(text));
  const alone = timesIn(text, undefined).times.map(minutesOf);
  // "11:30 and 1 pm" has its pm for the last only, or it would not be the latest.
  const sure = found.times.map(minutesOf).filter((time) => alone.includes(time));
  const latest = found.times.at(-1);
  const marks = [...text.matchAll(/(?<=\d\s?)[ap]\.?m\b/gi)].length;
  // "7:30 pm and 8" does not say which 8.
  if (marks > 0 && marks < found.times.length && commonHalf(text) === undefined)
    return { times: [], rest: text };
  const isClear = dayPart.test(text) || latest === undefined || sure.includes(minutesOf(latest));
  return isClear ? found : { times: [], rest: text };
}
