import type { Command } from "commander";
import { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import type { Row, RowsOf } from "#shared/rules/job-options.ts";
import { defined } from "#shared/values/defined.ts";
import { numberFrom, wholeNumber } from "../options/whole-number.ts";
import { schemaOptions } from "../schema-options.ts";

export interface SettingsFlags {
  readonly budget?: number;
  readonly failFast?: boolean;
  readonly stopFailureRate?: number;
  readonly after?: number;
  readonly group?: number;
}

type SettingsRows = {
  readonly [Field in keyof Required<BatchSettings>]: Field extends "budget" | "retry" | "stopWhen"
    ? RowsOf<NonNullable<BatchSettings[Field]>>
    : Row;
};

const run = "How it runs:";
const budget = "Budget:";
const end = "When it stops:";
const again = "What runs again:";

const settings = schemaOptions(
  BatchSettings,
  {
    concurrency: [
      run,
      "--concurrency <n>",
      "most jobs at the same time, including jobs that wait for a device",
    ],
    priority: [run, "--priority <class>", "which batch gets devices first"],
    budget: {
      costUsd: [budget, "--budget <usd>", "most US dollars for model calls, all jobs together"],
      tokens: [budget, "--budget-tokens <n>", "most tokens, all jobs together"],
      steps: [budget, "--budget-steps <n>", "most turns of the agent, all jobs together"],
      deviceMinutes: [budget, "--budget-device-minutes <n>", "most minutes on devices, all jobs together"],
      onBreach: [budget, "--on-breach <what>", "what happens to the rest when the budget is used up"],
    },
    stop: "is set by --fail-fast, --stop-failure-rate and --after",
    stopWhen: {
      agree: [end, "--agree <n>", "stop repeating a task after this many equal results"],
      ci: [
        end,
        "--ci <half-width>",
        "stop repeating when the success rate's interval is this narrow, such as 0.03",
      ],
    },
    retry: {
      inconclusive: [again, "--retry <n>", "times to retry inconclusive jobs (the farm's fault); default 2"],
      failed: [again, "--retry-failed <n>", "times to retry failed jobs (the agent's fault); default 0"],
      strategy: [again, "--retry-strategy <when>", "when and where a retry runs"],
    },
    group: "cannot change after the batch has started",
  } satisfies SettingsRows,
  {
    "budget.costUsd": numberFrom(0.000_001, 10_000_000),
    "budget.deviceMinutes": numberFrom(0.01, Number.MAX_SAFE_INTEGER),
  },
);

/** How a batch is run: the same when it begins and while it runs. */
export const withSettingsOptions = (command: Command): Command =>
  settings
    .addTo(command)
    .optionsGroup(end)
    .option("--fail-fast", "start no more jobs after the first one that does not succeed")
    .option(
      "--stop-failure-rate <share>",
      "start no more jobs when more than this share failed, such as 0.3",
      numberFrom(0, 1),
    )
    .option("--after <n>", "…of at least this many ended jobs; default 20", wholeNumber(1, 100_000))
    .optionsGroup("Options:");

/** What the options say, and nothing of what they leave out. */
export function settingsFlags(flags: SettingsFlags) {
  const { failFast, stopFailureRate: failureRate = failFast ? 0 : undefined, group } = flags;
  const { after = failFast ? 1 : 20 } = flags;
  const { stop: _made, ...said } = settings.read(flags);
  return {
    ...said,
    ...defined({ stop: failureRate === undefined ? undefined : { failureRate, after }, group }),
  };
}
