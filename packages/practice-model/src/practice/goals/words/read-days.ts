import { take } from "./remainder.ts";

/** Monday first, as their numbers 0 to 6. */
export const dayNames = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
const day = "(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?s?";
const list = `${day}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)(?:(?:on|every)\\s+)?${day})*`;
const repeating = "(?:repeat(?:ing|s|ed)?\\s+)?";

const everyDay = new RegExp(
  `\\b${repeating}(?:every\\s?(?:single )?day|each day|daily|all (?:seven )?days|all week)\\b`,
  "i",
);
const kinds = new RegExp(
  `\\b${repeating}(?:(?:on|every|each|for|all)\\s+)*(?:the\\s+)?(weekdays?|working days?|workdays?|weekends?)(?:\\s+only)?\\b`,
  "i",
);
const span = new RegExp(
  `\\b${repeating}(?:(?:on|every|each|for|from)\\s+)*(${day})\\s*(?:to|through|thru|till|until|-|–)\\s*(${day})\\b`,
  "i",
);
const named = new RegExp(`\\b${repeating}(?<lead>(?:(?:on|every|each|for)\\s+)*)(?<days>${list})\\b`, "i");

const indexOf = (name: string): number =>
  dayNames.findIndex((known) => name.toLowerCase().startsWith(known.slice(0, 3).toLowerCase()));

export interface TakenDays {
  /** 0 is Monday. */
  readonly days: readonly number[];
  readonly rest: string;
}

function between(first: number, last: number): number[] {
  const length = ((last - first + 7) % 7) + 1;
  return Array.from({ length }, (_, offset) => (first + offset) % 7).toSorted((a, b) => a - b);
}

function takeNamed(text: string): TakenDays | undefined {
  const taken = take(text, named);
  if (taken === undefined) return undefined;
  const { lead = "", days = "" } = taken.match.groups ?? {};
  const found = [...new Set(days.split(/\s*,\s*|\s+and\s+|\s*&\s*|\s+/i).map(indexOf))].filter(
    (at) => at >= 0,
  );
  // "on Monday" alone may mean the next one only, which an alarm of this clock cannot say.
  const isRepeating = /every|each/i.test(lead) || /repeat/i.test(taken.match[0]) || /days\b/i.test(days);
  return isRepeating || found.length > 1
    ? { days: found.toSorted((a, b) => a - b), rest: taken.rest }
    : undefined;
}

/** Takes the days of the week on which something repeats out of a text. */
export function takeDays(text: string): TakenDays | undefined {
  const daily = take(text, everyDay);
  if (daily !== undefined) return { days: between(0, 6), rest: daily.rest };
  const kind = take(text, kinds);
  if (kind !== undefined) {
    return { days: /end/i.test(kind.match[1] ?? "") ? [5, 6] : between(0, 4), rest: kind.rest };
  }
  const range = take(text, span);
  if (range === undefined) return takeNamed(text);
  return { days: between(indexOf(range.match[1] ?? ""), indexOf(range.match[2] ?? "")), rest: range.rest };
}
