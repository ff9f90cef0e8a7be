import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScheduleExpressionRefused, scheduleTimes } from "../../src/scheduler/schedule-times.ts";

const start = new Date("2026-01-01T00:00:00Z");
function times(expression: string, from: string, count = 3, timezone = "UTC"): readonly string[] {
  const schedule = scheduleTimes(expression, timezone);
  const found: string[] = [];
  let at: Date | null = new Date(from);
  while (found.length < count) {
    at = schedule.next(at, start);
    if (at === null) break;
    found.push(at.toISOString().slice(0, 16));
  }
  return found;
}
function refusal(expression: string, timezone = "UTC"): string {
  try {
    scheduleTimes(expression, timezone);
  } catch (error) {
    if (error instanceof ScheduleExpressionRefused) return `${error.field} ${error.message}`;
  }
  return "taken";
}

describe("a schedule's expression as EventBridge Scheduler reads it", () => {
  it.each([
    ["cron(0 2 * * ? *)", ["2026-01-28T02:00", "2026-01-29T02:00", "2026-01-30T02:00"]],
    ["cron(0/20 8 ? * MON-FRI *)", ["2026-01-28T08:00", "2026-01-28T08:20", "2026-01-28T08:40"]],
    ["cron(15 10 L * ? *)", ["2026-01-31T10:15", "2026-02-28T10:15", "2026-03-31T10:15"]],
    ["cron(0 9 15W * ? *)", ["2026-02-16T09:00", "2026-03-16T09:00", "2026-04-15T09:00"]],
    ["cron(0 9 LW * ? *)", ["2026-01-30T09:00", "2026-02-27T09:00", "2026-03-31T09:00"]],
    ["cron(0 0 ? * 6#3 *)", ["2026-02-20T00:00", "2026-03-20T00:00", "2026-04-17T00:00"]],
    ["cron(0 0 ? * 6L *)", ["2026-01-30T00:00", "2026-02-27T00:00", "2026-03-27T00:00"]],
    ["cron(0 0 ? * L *)", ["2026-01-31T00:00", "2026-02-07T00:00", "2026-02-14T00:00"]],
    ["cron(0 0 ? * 1 *)", ["2026-02-01T00:00", "2026-02-08T00:00", "2026-02-15T00:00"]],
    ["cron(0 0 1 1/6 ? 2028-2029)", ["2028-01-01T00:00", "2028-07-01T00:00", "2029-01-01T00:00"]],
    ["cron(0 0 1 jan,jul ? *)", ["2026-07-01T00:00", "2027-01-01T00:00", "2027-07-01T00:00"]],
    ["at(2026-02-01T06:30:00)", ["2026-02-01T06:30"]],
    ["at(2025-02-01T06:30:00)", []],
    ["rate(12 hours)", ["2026-01-28T00:00", "2026-01-28T12:00", "2026-01-29T00:00"]],
    ["rate(1 day)", ["2026-01-28T00:00", "2026-01-29T00:00", "2026-01-30T00:00"]],
  ])("%s", (expression, expected) => {
    expect(times(expression, "2026-01-27T12:00:00Z")).toEqual(expected);
  });

  it("is due in its own time zone, not at a time that spring leaves out, and once at one that autumn shows twice", () => {
    const zurich = (expression: string, from: string, count?: number) =>
      times(expression, from, count, "Europe/Zurich");
    expect(zurich("cron(0 2 * * ? *)", "2026-06-01T00:00:00Z", 1)).toEqual(["2026-06-02T00:00"]);
    expect(zurich("cron(30 2 * * ? *)", "2026-03-27T12:00:00Z")).toEqual([
      "2026-03-28T01:30",
      "2026-03-30T00:30",
      "2026-03-31T00:30",
    ]);
    expect(zurich("cron(30 2 * * ? *)", "2026-10-24T12:00:00Z")).toEqual([
      "2026-10-25T00:30",
      "2026-10-26T01:30",
      "2026-10-27T01:30",
    ]);
    expect(zurich("cron(0/30 * * * ? *)", "2026-10-25T00:20:00Z")).toEqual([
      "2026-10-25T00:30",
      "2026-10-25T02:00",
      "2026-10-25T02:30",
    ]);
    expect(zurich("at(2026-07-01T08:00:00)", "2026-06-01T00:00:00Z")).toEqual(["2026-07-01T06:00"]);
  });

  it.each([
    ["0 2 * * ? *", "expression is no expression of a schedule"],
    ["cron(0 2 * * *)", "expression has 5 fields instead of six"],
    ["cron(0 2 * * * *)", "expression must have a ? as day-of-month or as day-of-week"],
    ["cron(0 2 ? * ? *)", "expression must have a ?"],
    ["cron(60 2 * * ? *)", "expression has minutes '60'"],
    ["cron(0 24 * * ? *)", "expression has hours '24'"],
    ["cron(0 2 ? * 0 *)", "expression has day-of-week '0'"],
    ["cron(0 2 ? * 2#6 *)", "expression has day-of-week '2#6'"],
    ["cron(0 2 L-3 * ? *)", "expression has day-of-month 'L-3'"],
    ["cron(5-2 2 * * ? *)", "expression has minutes '5-2'"],
    ["cron(*/0 2 * * ? *)", "expression has minutes '*/0'"],
    ["rate(0 hours)", "expression is no rate"],
    ["rate(5 weeks)", "expression is no rate"],
    ["at(2026-02-01T06:30:00Z)", "expression is no time"],
    ["at(2026-13-01T06:30:00)", "expression is no time"],
    ["at(2027-02-30T06:30:00)", "expression is no time"],
    ["at(2027-02-28T24:00:00)", "expression is no time"],
  ])("that is none, %s, is refused with why", (expression, why) => {
    expect(refusal(expression)).toContain(why);
  });

  it("is refused with a time zone that is none", () => {
    expect(refusal("rate(1 day)", "Middle/Earth")).toContain("timezone is no time zone");
  });

  it("is refused or kept to, whatever its text is", () => {
    const token = fc.constantFrom(
      "*",
      "?",
      "0",
      "5",
      "L",
      "W",
      "#",
      "/",
      "-",
      ",",
      "MON",
      "1-5",
      "0/15",
      "15W",
      "6#3",
      "2030",
      " ",
    );
    fc.assert(
      fc.property(fc.array(token, { minLength: 3, maxLength: 14 }), (tokens) => {
        const text = `cron(${tokens.join(tokens.includes(" ") ? "" : " ")})`;
        const after = new Date("2026-01-27T12:00:00Z");
        if (refusal(text) !== "taken") return;
        const next = scheduleTimes(text, "UTC").next(after, start);
        expect(next === null || (next > after && next.getTime() % 60_000 === 0)).toBe(true);
      }),
    );
  });
});
