import type { CalendarEvent } from "./calendar-event.ts";

export const DAY_MILLISECONDS = 86_400_000;
const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;
/** An event without an end in its rule is followed no further. */
const mostOccurrences = 5_000;

export interface Occurrence {
  readonly event: CalendarEvent;
  readonly begin: number;
  readonly end: number;
}

interface Rule {
  readonly every: string;
  readonly interval: number;
  readonly count: number;
  readonly until: number;
  readonly days: readonly number[];
}

/** RFC 2445's FREQ, INTERVAL, COUNT, UNTIL and, by the week, BYDAY: what the calendar's own editor writes. */
function ruleOf(rrule: string): Rule {
  const parts = new Map(rrule.split(";").map((part) => part.split("=") as [string, string | undefined]));
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get("UNTIL") ?? "");
  return {
    every: parts.get("FREQ") ?? "DAILY",
    interval: Math.max(1, Number(parts.get("INTERVAL") ?? 1)),
    count: Number(parts.get("COUNT") ?? Number.POSITIVE_INFINITY),
    until:
      until === null
        ? Number.POSITIVE_INFINITY
        : Date.UTC(Number(until[1]), Number(until[2]) - 1, Number(until[3]) + 1) - 1,
    days: (parts.get("BYDAY") ?? "")
      .split(",")
      .flatMap((day) => DAYS.flatMap((name, index) => (name === day ? [index] : []))),
  };
}

/** When the event is between the two moments, soonest first. */
export function occurrences(event: CalendarEvent, from: number, to: number): readonly Occurrence[] {
  const length = event.end - event.start;
  const at = (begin: number): Occurrence => ({ event, begin, end: begin + length });
  const shown = ({ begin, end }: Occurrence): boolean =>
    begin < to && (end > from || (end === begin && begin >= from)) && !event.skipped.includes(begin);
  if (event.rrule === "") return [at(event.start)].filter(shown);
  const found: Occurrence[] = [];
  let counted = 0;
  for (const begin of begins(event.start, ruleOf(event.rrule))) {
    counted += 1;
    if (begin >= to || counted > mostOccurrences) break;
    if (shown(at(begin))) found.push(at(begin));
  }
  return found;
}

function* begins(start: number, rule: Rule): Generator<number> {
  let count = 0;
  for (let step = 0; step < mostOccurrences; step += 1) {
    for (const begin of begun(start, rule, step)) {
      if (begin < start) continue;
      if (count >= rule.count || begin > rule.until) return;
      count += 1;
      yield begin;
    }
  }
}

/** Those of the rule's step-th day, week, month or year; a month that has no such day has none. */
function begun(start: number, { every, interval, days }: Rule, step: number): readonly number[] {
  const first = new Date(start);
  if (every === "DAILY") return [start + step * interval * DAY_MILLISECONDS];
  if (every === "WEEKLY") {
    const week = start + step * interval * 7 * DAY_MILLISECONDS;
    if (days.length === 0) return [week];
    const sunday = week - first.getUTCDay() * DAY_MILLISECONDS;
    return days.toSorted((a, b) => a - b).map((day) => sunday + day * DAY_MILLISECONDS);
  }
  const months = step * interval * (every === "YEARLY" ? 12 : 1);
  const moved = new Date(start);
  moved.setUTCMonth(first.getUTCMonth() + months, first.getUTCDate());
  return moved.getUTCDate() === first.getUTCDate() ? [moved.getTime()] : [];
}
