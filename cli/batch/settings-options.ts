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
    concurrency: [run, "--concurrency <n>", "jobs under way at once, those that wait for a device included"],
    priority: [run, "--priority <class>", "whose turn for a device comes first"],
    budget: {
      costUsd: [budget, "--budget <usd>", "US dollars for model calls at the most, all jobs together"],
      tokens: [budget, "--budget-tokens <n>", "tokens at the most, all jobs together"],
      steps: [budget, "--budget-steps <n>", "turns of the agent at the most, all jobs together"],
      deviceMinutes: [
        budget,
        "--budget-device-minutes <n>",
        "minutes on devices at the most, all jobs together",
      ],
      onBreach: [budget, "--on-breach <what>", "what a used up budget does to the rest"],
    },
    stop: "is made of --fail-fast, --stop-failure-rate and --after",
    stopWhen: {
      agree: [end, "--agree <n>", "a task needs no more repetitions after so many that ended alike"],
      ci: [
        end,
        "--ci <half-width>",
        "no more repetitions when the success rate is known so closely, such as 0.03",
      ],
    },
    retry: {
      inconclusive: [again, "--retry <n>", "run what was inconclusive (the farm's fault) again so often; 2"],
      failed: [again, "--retry-failed <n>", "run what failed (the agent's fault) again so often; 0"],
      strategy: [again, "--retry-strategy <when>", "when and where it is run again"],
    },
    group: "is said when a batch begins, and stays",
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
    .option("--fail-fast", "start no more after the first that does not succeed")
    .option(
      "--stop-failure-rate <share>",
      "start no more when more than this share failed, such as 0.3",
      numberFrom(0, 1),
    )
    .option("--after <n>", "…of at least so many that ended; 20", wholeNumber(1, 100_000))
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
