import { type Command, Option } from "commander";
import {
  BatchItemFilter,
  type PublicBatch,
  type PublicBatchItem,
} from "#shared/contracts/api/responses/batch-response.ts";
import { BatchStatus } from "#shared/contracts/batch/batch.ts";
import { BatchItemStatus } from "#shared/contracts/batch/batch-item.ts";
import { BatchResult, ResultFormat } from "#shared/contracts/batch/batch-result.ts";
import { JobOutcome } from "#shared/contracts/job/job.ts";
import { VariantName } from "#shared/contracts/values/batch-ids.ts";
import { compareBatches, compareRuns, type Side } from "#shared/rules/statistics/compare-runs.ts";
import { dirOption, type FarmFlags, withFarmFlags } from "../find-farm.ts";
import { someText } from "../options/option-values.ts";
import { listPage, type PageFlags, withPageFlags } from "../page-options.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { dollars, seconds } from "../terminal/figures.ts";
import { cut, json, plain, progress } from "../terminal/terminal.ts";
import { type BatchClient, batchClient, findBatchId } from "./batch-client.ts";
import { reasonOf } from "./batch-line-text.ts";
import { batchArgument, minSuccessOption } from "./batch-options.ts";
import { reportComparison } from "./comparison-report.ts";
import { fetchResults } from "./fetch-results.ts";
import { followBatch, reportBatch } from "./follow-batch.ts";

export const batchListCommand = (command: Command): Command =>
  withPageFlags(command)
    .addOption(new Option("--status <status>", "only these").choices(BatchStatus.options))
    .action(async (options: PageFlags & { readonly status?: string }) => {
      const { limit, cursor, status } = options;
      const page = await (await batchClient(options.dir)).list({ limit, cursor, status });
      const head = ["batch", "id", "status", "jobs", "tasks", "variants", "created (UTC)"];
      listPage("batch list", options, page, head, batchRow);
    });

const batchRow = (batch: PublicBatch): string[] => [
  ...[batch.name, batch.batchId, batch.status],
  ...[batch.lineCount, batch.taskCount].map(String),
  cut(batch.variants.join(", "), 40),
  batch.createdAt.slice(0, 19).replace("T", " "),
];

export const batchWatchCommand = (command: Command): Command =>
  withFarmFlags(command, "print the batch and its results as JSON")
    .argument(...batchArgument)
    .option(...minSuccessOption)
    .action(async (batch: string, options: FarmFlags & { readonly minSuccess?: number }) => {
      const client = await batchClient(options.dir);
      await followBatch(client, await findBatchId(client, batch), options);
    });

export const batchShowCommand = (command: Command): Command =>
  withFarmFlags(command, "print the batch and its statistics as JSON")
    .argument(...batchArgument)
    .action(async (named: string, options: FarmFlags) => {
      const client = await batchClient(options.dir);
      const batch = await client.read(await findBatchId(client, named));
      if (!options.json) progress(plain(`batch ${batch.name} (${batch.batchId})${reasonOf(batch)}`));
      await reportBatch(client, batch, options.json === true);
    });

interface JobsFlags extends PageFlags {
  readonly status?: string;
  readonly outcome?: string;
  readonly errorCode?: string;
  readonly cause?: string;
  readonly tag?: string;
  readonly model?: string;
  readonly task?: string;
}

export const batchJobsCommand = (command: Command): Command =>
  withPageFlags(command.argument(...batchArgument))
    .addOption(new Option("--status <status>", "only these").choices(BatchItemStatus.options))
    .addOption(
      new Option("--outcome <outcome>", "whose last job has this outcome").choices(JobOutcome.options),
    )
    .option("--error-code <code>", "whose last job ended with this error", someText)
    .option("--cause <id>", "that failed for this cause (GET /v1/batches/{id}/causes)", someText)
    .option("--tag <tag>", "with this tag", someText)
    .option("--model <variant>", "with this model or variant", someText)
    .option("--task <id>", "of this task", someText)
    .action(listItems);

async function listItems(batch: string, options: JobsFlags): Promise<void> {
  const client = await batchClient(options.dir);
  const { limit, cursor, status, outcome, errorCode, cause, tag, model, task: taskId } = options;
  const filter = BatchItemFilter.safeParse(
    JSON.parse(JSON.stringify({ status, outcome, errorCode, cause, tag, model, taskId })),
  );
  if (!filter.success)
    throw new CommandFailure(
      exitCodes.usage,
      filter.error.issues.map(({ path, message }) => `--${path.join(".")} ${message}`).join("\n"),
    );
  const page = await client.items(await findBatchId(client, batch), { limit, cursor, ...filter.data });
  const head = ["item", "task", "variant", "time", "outcome", "tries", "steps", "took", "cost", "job"];
  listPage(`batch jobs ${batch}`, options, page, head, itemRow);
}

function itemRow(item: PublicBatchItem): string[] {
  const last = item.attempts.at(-1);
  const outcome = last?.outcome ?? item.status;
  const why = last?.errorCode ?? item.reason;
  return [
    item.itemKey,
    item.taskId,
    item.variant,
    String(item.epoch),
    cut(why === undefined ? outcome : `${outcome} (${why})`, 60),
    String(item.attempts.length),
    last === undefined ? "" : String(last.steps),
    last?.endedAt === undefined ? "" : seconds(last.wallMilliseconds),
    last?.costUsd === undefined ? "" : dollars(last.costUsd),
    last?.jobId ?? "",
  ];
}

export const batchResultsCommand = (command: Command): Command =>
  command
    .argument(...batchArgument)
    .addOption(new Option("--format <format>", "the format").choices(ResultFormat.options).default("jsonl"))
    .option("--out <file>", "into this file instead of to stdout", someText)
    .option(...dirOption)
    .action(
      async (
        batch: string,
        options: FarmFlags & { readonly format: ResultFormat; readonly out?: string },
      ) => {
        const client = await batchClient(options.dir);
        const id = await findBatchId(client, batch);
        const { complete, save } = await fetchResults(client, id, options.format);
        if (!complete) progress("the batch is still running: these are its results so far");
        await save(options.out);
      },
    );

export const batchCompareCommand = (command: Command): Command =>
  withFarmFlags(command, "print the comparison as JSON")
    .argument("<before>", "a batch's name or id; <batch>/<variant>: one model or agent of it", someText)
    .argument("<after>", "the batch or variant to compare it with", someText)
    .action(async (before: string, after: string, options: FarmFlags) => {
      const client = await batchClient(options.dir);
      const [one, other] = [await sideOf(client, before), await sideOf(client, after)];
      const both = [before, after].some((name) => name.includes("/")) ? compareRuns : compareBatches;
      const comparison = both(one, other);
      if (options.json) json(comparison);
      else reportComparison(comparison);
    });

/** A batch's name has no slash, a variant's may have. */
async function sideOf(client: BatchClient, label: string): Promise<Side> {
  const [batch = "", ...variant] = label.split("/");
  const { text, complete } = await fetchResults(client, await findBatchId(client, batch), "jsonl");
  if (!complete) progress(plain(`${batch} is still running: its results so far are compared`));
  const lines = (await text()).split("\n").filter((line) => line !== "");
  const all = lines.map((line) => BatchResult.parse(JSON.parse(line)));
  if (variant.length === 0) return { label, items: all };
  const items = all.filter((item) => item.variant === variant.join("/"));
  if (items.length > 0 || !VariantName.safeParse(variant.join("/")).success) return { label, items };
  const known = [...new Set(all.map((item) => item.variant))];
  throw new CommandFailure(exitCodes.usage, `${batch} has no results of '${variant.join("/")}'.`, [
    `Its variants are ${known.join(", ")}.`,
  ]);
}
