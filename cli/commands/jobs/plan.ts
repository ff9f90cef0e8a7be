import { type Command, InvalidArgumentError } from "commander";
import type { ForecastRequest } from "#shared/contracts/api/responses/forecast-response.ts";
import { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import { type ForecastScores, scoreForecasts } from "#shared/rules/forecast/score.ts";
import { type Scale, scales, usualAccountConcurrency } from "#shared/rules/reserved-concurrency.ts";
import { defined } from "#shared/values/defined.ts";
import { everyItem } from "#shared/values/every-item.ts";
import { type BatchClient, batchClient } from "../../batch/batch-client.ts";
import { readTasksFile, type TasksFlags, withTasksOptions } from "../../batch/tasks-options.ts";
import { type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { someText } from "../../options/option-values.ts";
import { numberFrom, wholeNumber } from "../../options/whole-number.ts";
import { askedTasks } from "../../plan/asked-tasks.ts";
import { printForecast, printScores } from "../../plan/print-forecast.ts";
import { mergeParts, type TaskPart } from "../../tasks/merge-parts.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { json } from "../../terminal/terminal.ts";

interface PlanFlags extends TasksFlags, FarmFlags {
  readonly devices?: number;
  readonly concurrency?: number;
  readonly retry?: number;
  readonly modelRate?: number;
  readonly deadline?: number;
  readonly devicePrice?: number;
  readonly aws?: Scale;
  readonly accountConcurrency?: number;
  readonly score?: boolean;
}

export const planCommand = (command: Command): Command =>
  withFarmFlags(
    withTasksOptions(command)
      .argument("[file]", "the tasks: .yaml, .json, .jsonl or .csv", someText)
      .optionsGroup("What it runs on:")
      .option("--devices <n>", "devices (default: those that the farm has now)", wholeNumber(1, 100_000))
      .option("--concurrency <n>", "most jobs at the same time; default 100", wholeNumber(1, 10_000))
      .option("--retry <n>", "times to retry inconclusive jobs; default 2", wholeNumber(0, 10))
      .option(
        "--model-rate <n>",
        "calls a minute that the model's service allows",
        numberFrom(0.01, 10_000_000),
      )
      .option("--aws <scale>", "as a deployment with this scale: small, medium or large", scale)
      .option(
        "--account-concurrency <n>",
        "Lambda's quota with --aws; default 1000",
        wholeNumber(10, 1_000_000),
      )
      .optionsGroup("What to find:")
      .option("--deadline <time>", "the cheapest model and devices that end in 90s, 45m, 2h or 1d", deadline)
      .option("--device-price <usd>", "US dollars for a device an hour", numberFrom(0, 10_000))
      .option("--score", "compare past forecasts with what happened")
      .optionsGroup("Options:"),
    "print the forecast as JSON",
  ).action(plan);

const secondsOf = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

function deadline(value: string): number {
  const [, number, unit] = /^(\d{1,7}(?:\.\d{1,3})?)([smhd])$/.exec(value) ?? [];
  const seconds = Number(number) * secondsOf[unit as keyof typeof secondsOf];
  if (seconds > 0 && seconds <= 31_536_000) return seconds;
  throw new InvalidArgumentError("Give a time up to a year, such as 90s, 45m, 2h or 1d.");
}

function scale(value: string): Scale {
  if (value in scales) return value as Scale;
  throw new InvalidArgumentError("Give small, medium or large.");
}

async function plan(file: string | undefined, flags: PlanFlags): Promise<void> {
  if (flags.score) return score(file, flags);
  if (file === undefined)
    throw new CommandFailure(exitCodes.usage, "There is no tasks file.", [
      "Name one: drover plan tasks.yaml. Or look at past forecasts: drover plan --score.",
    ]);
  if (flags.accountConcurrency !== undefined && flags.aws === undefined)
    throw new CommandFailure(
      exitCodes.usage,
      "The option --account-concurrency has no effect without --aws.",
      ["Add --aws large."],
    );
  // With a deadline one of the models is to do all tasks, and the forecast is the first one's.
  const model = flags.deadline === undefined ? flags.model : flags.model?.slice(0, 1);
  const { lines, settings: inFile } = await readTasksFile(file, { ...flags, ...defined({ model }) });
  const client = await batchClient(flags.dir);
  const forecast = await client.forecast({ tasks: askedTasks(lines), ...asked(inFile, flags) });
  if (flags.json) json(forecast);
  else printForecast(file, forecast);
}

function asked(inFile: TaskPart, flags: PlanFlags): Partial<ForecastRequest> {
  const { concurrency, retry } = BatchSettings.parse(
    mergeParts(inFile, defined({ concurrency: flags.concurrency, retry: retryOf(flags) })),
  );
  return {
    ...{ concurrency, retry },
    ...defined({
      devices: flags.devices,
      modelCallsPerMinute: flags.modelRate,
      deadlineSeconds: flags.deadline,
      models: flags.deadline === undefined ? undefined : flags.model && [...flags.model],
      deviceUsdPerHour: flags.devicePrice,
      seed: flags.seed,
      aws:
        flags.aws === undefined
          ? undefined
          : { scale: flags.aws, accountConcurrency: flags.accountConcurrency ?? usualAccountConcurrency },
    }),
  };
}

const retryOf = ({ retry }: PlanFlags) => (retry === undefined ? undefined : { inconclusive: retry });

async function score(file: string | undefined, flags: PlanFlags): Promise<void> {
  if (file !== undefined)
    throw new CommandFailure(
      exitCodes.usage,
      `The option --score looks at past batches and takes no file, such as '${file}'.`,
      ["Leave out the file, or leave out --score."],
    );
  const scores = await scoresOf(await batchClient(flags.dir));
  if (flags.json) json(scores);
  else printScores(scores);
}

const [batchesOfPage, mostBatches] = [100, 500];

/** Of the newest batches that have finished. */
async function scoresOf(client: BatchClient): Promise<ForecastScores> {
  const batches = everyItem((cursor) =>
    client.list({ status: "finished", limit: batchesOfPage, ...defined({ cursor }) }),
  );
  const found: Parameters<typeof scoreForecasts>[0][number][] = [];
  for await (const batch of batches) if (found.push(batch) === mostBatches) break;
  return scoreForecasts(found);
}
