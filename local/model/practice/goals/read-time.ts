import type { TimeOfDay } from "./goal.ts";
import { numberFromWord, numberPattern } from "./number-words.ts";

const halfOfDay = (text: string): "am" | "pm" | undefined => {
  if (/\b(p\.?m\b|in the (afternoon|evening)|at night|tonight)/i.test(text) || /\d\s*p\.?m/i.test(text))
    return "pm";
  if (/\b(a\.?m\b|in the morning)/i.test(text) || /\d\s*a\.?m/i.test(text)) return "am";
  return undefined;
};

function onClock(hour: number, minute: number, half: "am" | "pm" | undefined): TimeOfDay | undefined {
  if (hour > 23 || minute > 59) return undefined;
  if (half !== undefined && hour > 12) return { hour, minute };
  if (half === "pm") return { hour: hour === 12 ? 12 : hour + 12, minute };
  if (half === "am") return { hour: hour === 12 ? 0 : hour, minute };
  return { hour, minute };
}

type Reading = readonly [
  pattern: RegExp,
  read: (match: RegExpExecArray) => readonly [hour: number, minute: number],
];

const number = (match: RegExpExecArray, group: number): number => numberFromWord(match[group] ?? "") ?? 99;
const pattern = (source: string): RegExp => new RegExp(source.replaceAll("#", `(${numberPattern})`), "i");

const hourBefore = (hour: number): number => (hour === 0 ? 23 : hour === 1 ? 12 : hour - 1);

const readings: readonly Reading[] = [
  [/\b(\d{1,2})[:.](\d{2})(?!\d)/, (m) => [Number(m[1]), Number(m[2])]],
  [/\bnoon\b/i, () => [12, 0]],
  [/\bmidnight\b/i, () => [0, 0]],
  [pattern("\\bhalf past #\\b"), (m) => [number(m, 1), 30]],
  [pattern("\\b(?:a )?quarter past #\\b"), (m) => [number(m, 1), 15]],
  [pattern("\\b(?:a )?quarter to #\\b"), (m) => [hourBefore(number(m, 1)), 45]],
  [pattern("\\b# (?:minutes )?past #\\b"), (m) => [number(m, 2), number(m, 1)]],
  [pattern("\\b# (?:minutes )?to #\\b"), (m) => [hourBefore(number(m, 2)), 60 - number(m, 1)]],
  [pattern("\\b#\\s*(?:o'?clock|a\\.?m\\b|p\\.?m\\b)"), (m) => [number(m, 1), 0]],
  [pattern("\\b(?:for|at|to) # #\\b"), (m) => [number(m, 1), number(m, 2)]],
  [pattern("^# #\\b"), (m) => [number(m, 1), number(m, 2)]],
  [pattern("\\b(?:for|at|to) #\\b"), (m) => [number(m, 1), 0]],
  [pattern("\\b# (?:in the |alarm)"), (m) => [number(m, 1), 0]],
];

/** A time of day in digits or English words; without am or pm it is taken as on a 24-hour clock. */
export function readTime(said: string): TimeOfDay | undefined {
  const text = said.replace(/\b(past|to) noon\b/i, "$1 12").replace(/\b(past|to) midnight\b/i, "$1 0");
  for (const [shape, read] of readings) {
    const match = shape.exec(text);
    if (match === null) continue;
    const [hour, minute] = read(match);
    return onClock(hour, minute, halfOfDay(text));
  }
  return undefined;
}
