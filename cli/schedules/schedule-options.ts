import { type Command, Option } from "commander";
import {
  BatchNamePattern,
  OverlapRule,
  ScheduleName,
  ScheduleRunId,
  ScheduleTiming,
} from "#shared/contracts/batch/schedule.ts";
import { valueBy } from "../options/option-values.ts";
import { wholeNumber } from "../options/whole-number.ts";

export interface TimingFlags {
  readonly at?: string;
  readonly timezone?: string;
  readonly window?: number;
  readonly overlap?: OverlapRule;
  readonly batchName?: string;
}

const scheduleName = valueBy(
  ScheduleName,
  "Give 1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit.",
);
export const scheduleArgument = ["<schedule>", "the schedule's name", scheduleName] as const;

const run = valueBy(
  ScheduleRunId,
  "Give a run's time, such as 20270131T020000Z; 'drover schedules runs' lists them.",
);
export const runArgument = ["[run]", "a run's time (default: the last run with a diff)", run] as const;

const expression = valueBy(
  ScheduleTiming.shape.expression,
  'Give an expression such as "cron(0 2 * * ? *)", "rate(12 hours)" or "at(2027-01-31T06:00:00)".',
);
const timezone = valueBy(ScheduleTiming.shape.timezone.unwrap(), "Give a time zone such as Europe/Zurich.");
const pattern = valueBy(BatchNamePattern, "Give a name with {{run}} in it, such as nightly-{{run}}.");

/** When and how it runs. */
export const withTimingOptions = (command: Command): Command =>
  command
    .option(
      "--at <expression>",
      'when: "cron(0 2 * * ? *)", "rate(12 hours)", "at(2027-01-31T06:00:00)"',
      expression,
    )
    .option("--timezone <zone>", "time zone of the expression; default UTC", timezone)
    .option("--window <minutes>", "most minutes that a run may start late", wholeNumber(1, 1_440))
    .addOption(
      new Option(
        "--overlap <rule>",
        "what to do while the previous run is still running; default skip",
      ).choices(OverlapRule.options),
    )
    .option("--batch-name <pattern>", "name of each run's batch; default <schedule>-{{run}}", pattern);

export const timingFlags = ({ at, timezone: zone, window, overlap, batchName }: TimingFlags) => ({
  ...(at === undefined ? {} : { expression: at }),
  ...(zone === undefined ? {} : { timezone: zone }),
  ...(window === undefined ? {} : { flexibleMinutes: window }),
  ...(overlap === undefined ? {} : { overlap }),
  ...(batchName === undefined ? {} : { batchName }),
});
