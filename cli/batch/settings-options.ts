import { type Command, Option } from "commander";
import {
  BatchBudget,
  type BatchSettings,
  type EnoughRule,
  RetryRule,
} from "#shared/contracts/batch/batch-settings.ts";
import { JobPriority } from "#shared/contracts/job/job-request.ts";
import { defined } from "#shared/values/defined.ts";
import { wholeNumber } from "../whole-number.ts";
import { numberFrom } from "./batch-options.ts";

export interface SettingsFlags {
  readonly concurrency?: number;
  readonly priority?: BatchSettings["priority"];
  readonly budget?: number;
  readonly budgetTokens?: number;
  readonly budgetSteps?: number;
  readonly budgetDeviceMinutes?: number;
  readonly onBreach?: BatchBudget["onBreach"];
  readonly failFast?: boolean;
  readonly stopFailureRate?: number;
  readonly after?: number;
  readonly agree?: number;
  readonly ci?: number;
  readonly retry?: number;
  readonly retryFailed?: number;
  readonly retryStrategy?: RetryRule["strategy"];
  readonly group?: number;
}

const many = Number.MAX_SAFE_INTEGER;

/** How a batch is run: the same when it begins and while it runs. */
export const withSettingsOptions = (command: Command): Command =>
  command
    .option(
      "--concurrency <n>",
      "jobs under way at once, those that wait for a device included",
      wholeNumber(1, 10_000),
    )
    .addOption(
      new Option("--priority <class>", "whose turn for a device comes first").choices(JobPriority.options),
    )
    .option(
      "--budget <usd>",
      "US dollars for model calls at the most, all jobs together",
      numberFrom(0.000_001, 10_000_000),
    )
    .option("--budget-tokens <n>", "tokens at the most, all jobs together", wholeNumber(1, many))
    .option("--budget-steps <n>", "turns of the agent at the most, all jobs together", wholeNumber(1, many))
    .option(
      "--budget-device-minutes <n>",
      "minutes on devices at the most, all jobs together",
      numberFrom(0.01, many),
    )
    .addOption(
      new Option("--on-breach <what>", "what a used up budget does to the rest").choices(
        BatchBudget.shape.onBreach.unwrap().options,
      ),
    )
    .option("--fail-fast", "start no more after the first that does not succeed")
    .option(
      "--stop-failure-rate <share>",
      "start no more when more than this share failed, such as 0.3",
      numberFrom(0, 1),
    )
    .option("--after <n>", "…of at least so many that ended; 20", wholeNumber(1, 100_000))
    .option(
      "--agree <n>",
      "a task needs no more repetitions after so many that ended alike",
      wholeNumber(2, 1_000),
    )
    .option(
      "--ci <half-width>",
      "no more repetitions when the success rate is known so closely, such as 0.03",
      numberFrom(0.001, 0.5),
    )
    .option(
      "--retry <n>",
      "run what was inconclusive (the farm's fault) again so often; 2",
      wholeNumber(0, 10),
    )
    .option("--retry-failed <n>", "run what failed (the agent's fault) again so often; 0", wholeNumber(0, 10))
    .addOption(
      new Option("--retry-strategy <when>", "when and where it is run again").choices(
        RetryRule.shape.strategy.unwrap().options,
      ),
    );

type Fields = Readonly<Record<string, unknown>>;
const orNothing = <Value extends Fields>(value: Value): Value | undefined =>
  Object.keys(value).length === 0 ? undefined : value;

/** What the options say, and nothing of what they leave out. */
export function settingsFlags(flags: SettingsFlags) {
  const { failFast, stopFailureRate = failFast ? 0 : undefined, agree, ci } = flags;
  const after = flags.after ?? (failFast ? 1 : undefined);
  return defined({
    concurrency: flags.concurrency,
    priority: flags.priority,
    budget: orNothing(
      defined({
        costUsd: flags.budget,
        tokens: flags.budgetTokens,
        steps: flags.budgetSteps,
        deviceMinutes: flags.budgetDeviceMinutes,
        onBreach: flags.onBreach,
      }),
    ),
    retry: orNothing(
      defined({ inconclusive: flags.retry, failed: flags.retryFailed, strategy: flags.retryStrategy }),
    ),
    stop: stopFailureRate === undefined ? undefined : { failureRate: stopFailureRate, after: after ?? 20 },
    group: flags.group,
    stopWhen:
      agree === undefined && ci === undefined ? undefined : (defined({ agree, ci }) satisfies EnoughRule),
  });
}
