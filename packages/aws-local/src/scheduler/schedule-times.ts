import { Cron } from "croner";
import { cronPattern } from "./cron-pattern.ts";

/** When a schedule is due. */
export interface ScheduleTimes {
  /** `at`: once. */
  readonly kind: "cron" | "rate" | "at";
  /** The first time after `after`, or null when there is none any more. `start`: from when a rate counts. */
  next(after: Date, start: Date): Date | null;
}

/** What is wrong with an expression or a time zone, for whoever wrote it. */
export class ScheduleExpressionRefused extends Error {
  readonly field: "expression" | "timezone";

  constructor(field: "expression" | "timezone", message: string) {
    super(message);
    this.field = field;
  }
}

const refuse = (message: string): never => {
  throw new ScheduleExpressionRefused("expression", message);
};

const forms =
  "give cron(minutes hours day-of-month month day-of-week year), rate(12 hours) or at(2027-01-31T06:00:00)";
const minuteMilliseconds = 60_000;
const units: Readonly<Record<string, number>> = {
  minute: minuteMilliseconds,
  hour: 60 * minuteMilliseconds,
  // By the clock: a day of a rate has 24 hours, also when the clocks change.
  day: 24 * 60 * minuteMilliseconds,
};

/** EventBridge Scheduler's expressions (AWS, "Schedule types in EventBridge Scheduler"). @throws ScheduleExpressionRefused */
export function scheduleTimes(expression: string, timezone: string): ScheduleTimes {
  checkTimezone(timezone);
  const [, kind, inner = ""] = /^(cron|rate|at)\(([^()]*)\)$/.exec(expression) ?? [];
  if (kind === "rate") return rateTimes(inner);
  if (kind === "at") return atTime(inner, timezone);
  if (kind === "cron") return cronTimes(inner, timezone);
  return refuse(`is no expression of a schedule: ${forms}`);
}

function checkTimezone(timezone: string): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
  } catch {
    throw new ScheduleExpressionRefused("timezone", "is no time zone: give one such as Europe/Zurich or UTC");
  }
}

function rateTimes(inner: string): ScheduleTimes {
  const [, digits = "", word = ""] =
    /^([1-9]\d{0,5}) (minute|hour|day|minutes|hours|days)$/.exec(inner) ?? [];
  const unit = units[word.replace(/s$/, "")];
  if (unit === undefined)
    return refuse("is no rate: give a whole number and minutes, hours or days, such as rate(12 hours)");
  const step = Number(digits) * unit;
  return {
    kind: "rate",
    next(after, start) {
      const passed = after.getTime() - start.getTime();
      return passed < 0 ? start : new Date(start.getTime() + (Math.floor(passed / step) + 1) * step);
    },
  };
}

function atTime(inner: string, timezone: string): ScheduleTimes {
  // Date takes 30 February as 2 March.
  const read = new Date(`${inner}Z`);
  if (Number.isNaN(read.getTime()) || read.toISOString() !== `${inner}.000Z`)
    return refuse("is no time: give one without a zone, such as at(2027-01-31T06:00:00)");
  const at = new Cron(inner, { timezone }).nextRun(new Date(0));
  return { kind: "at", next: (after) => (at !== null && at > after ? at : null) };
}

/** So many in a row may be left out for a change of the clocks. */
const mostLeftOut = 200;

function cronTimes(inner: string, timezone: string): ScheduleTimes {
  const { pattern, problem } = cronPattern(inner);
  if (pattern === undefined) return refuse(problem);
  const cron = parsed(pattern, timezone);
  return {
    kind: "cron",
    next(after) {
      let at: Date | null = after;
      for (let leftOut = 0; leftOut < mostLeftOut; leftOut += 1) {
        at = cron.nextRun(at);
        if (at === null) return null;
        if (cron.match(at) && !isRepeated(at, timezone)) return at;
      }
      return null;
    },
  };
}

function parsed(pattern: string, timezone: string): Cron {
  try {
    return new Cron(pattern, { timezone, alternativeWeekdays: true });
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error);
    return refuse(`is no cron expression that can be kept to: ${why}`);
  }
}

/** As AWS does: a time that the clocks leave out in spring is left out, and one that they show twice in autumn counts once. */
function isRepeated(at: Date, timezone: string): boolean {
  const shown = (date: Date): string =>
    date.toLocaleString("en", { timeZone: timezone, dateStyle: "short", timeStyle: "short" });
  const now = shown(at);
  return [30, 60].some((minutes) => shown(new Date(at.getTime() - minutes * minuteMilliseconds)) === now);
}
