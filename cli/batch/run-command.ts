import path from "node:path";
import type { Command } from "commander";
import type { SubmittedBatch } from "#shared/contracts/api/responses/batch-response.ts";
import { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import { BatchName } from "#shared/contracts/values/batch-ids.ts";
import { dirOption } from "../find-farm.ts";
import { someText } from "../options/option-values.ts";
import { wholeNumber } from "../options/whole-number.ts";
import { mergeParts, type TaskPart } from "../tasks/merge-parts.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { json, out, plain, progress } from "../terminal/terminal.ts";
import { type BatchClient, batchClient } from "./batch-client.ts";
import { batchName, minSuccessOption } from "./batch-options.ts";
import { followBatch } from "./follow-batch.ts";
import { type SettingsFlags, settingsFlags, withSettingsOptions } from "./settings-options.ts";
import { type ReadTasks, readTasksFile, type TasksFlags, withTasksOptions } from "./tasks-options.ts";
import { sendLines } from "./upload-manifest.ts";

interface RunOptions extends TasksFlags, SettingsFlags {
  readonly name?: string;
  readonly new?: boolean;
  readonly detach?: boolean;
  readonly minSuccess?: number;
  readonly json?: boolean;
  readonly dir: string;
}

export const batchRunCommand = (command: Command): Command =>
  withSettingsOptions(withTasksOptions(command))
    .argument("<file>", "the tasks: .yaml, .json, .jsonl or .csv", someText)
    .option(
      "--name <name>",
      "the batch's name (default: the name in the file, or the file's name)",
      batchName,
    )
    .option("--group <k>", "how many repetitions of a task start from one snapshot", wholeNumber(2, 1_000))
    .option("--new", "start a separate batch; a taken name gets the time added")
    .option("--detach", "print the batch's id and do not wait")
    .option(...minSuccessOption)
    .option("--json", "print the batch and its results as JSON")
    .option(...dirOption)
    .action(runBatch);

async function runBatch(file: string, options: RunOptions): Promise<void> {
  const read = await readTasksFile(file, options);
  const { lines, file: tasks, settings: inFile } = read;
  const client = await batchClient(options.dir);
  const named = nameOf(file, options, tasks.name);
  const name = options.new && (await isThere(client, named)) ? dated(named) : named;
  const settings = settingsOf(inFile, options);
  const sent = await sendLines(client, lines);
  const asked = { name, ...sent, ...(settings === undefined ? {} : { settings }) };
  const batch = await client.submit(asked).catch((error: unknown) => {
    throw refusedLines(error, read, options) ?? error;
  });
  const counted = batch.new === null ? null : { kept: batch.kept ?? 0, new: batch.new };
  if (counted !== null) tellCounted(batch, counted);
  if (options.detach) {
    if (options.json) json(batch);
    else out(batch.batchId);
    return;
  }
  await followBatch(client, batch.batchId, {
    ...options,
    ...(counted === null ? { taken: (now) => tellTaken(batch, now, read, options) } : {}),
  });
}

/** Of an upload the API says kept and new when it has read it: what the batch has grown by is new. */
function tellTaken(
  before: SubmittedBatch,
  now: {
    readonly lineCount: number;
    readonly problems: SubmittedBatch["problems"];
    readonly problemCount: number;
  },
  tasks: ReadTasks,
  options: SettingsFlags,
): void {
  if (now.problems.length > 0 && now.lineCount === before.lineCount) throw refused(now, tasks, options);
  const added = now.lineCount - before.lineCount;
  tellCounted(before, { kept: tasks.lines.length - added, new: added });
}

function tellCounted(
  { name, batchId }: SubmittedBatch,
  counted: { readonly kept: number; readonly new: number },
): void {
  progress(`batch ${name} (${batchId}): ${counted.kept} jobs kept, ${counted.new} new`);
}

/** Lines that came with the request and were refused: the API names each with its place among them. */
function refusedLines(error: unknown, tasks: ReadTasks, options: SettingsFlags): CommandFailure | null {
  if (!(error instanceof CommandFailure)) return null;
  const problems = error.fields.flatMap(({ field, message }) => {
    const [, line, said] = /^line (\d+): (.*)$/s.exec(message) ?? [];
    if (line === undefined || said === undefined) return [];
    return [{ line: Number(line), field: field.replace(/^lines\.\d+\.?/, ""), message: said }];
  });
  return problems.length === 0 ? null : refused({ problems, problemCount: problems.length }, tasks, options);
}

function refused(
  { problems, problemCount }: Pick<SubmittedBatch, "problems" | "problemCount">,
  { inFile }: ReadTasks,
  options: SettingsFlags,
): CommandFailure {
  const more = problemCount > problems.length ? [`and ${problemCount - problems.length} more`] : [];
  const ofOptions = problems.filter(({ field }) => options.budget !== undefined && field === budgetField);
  const said = [
    ...ofOptions.map(
      ({ message }) => `--budget ${message.replace("settings.budget.tokens", "--budget-tokens")}`,
    ),
    ...inFile(problems.filter((problem) => !ofOptions.includes(problem))),
  ];
  return new CommandFailure(
    exitCodes.usage,
    ["The batch was refused. Nothing was started:", ...said, ...more].map(plain).join("\n  "),
  );
}

/** The farm names it once for all lines that it bounds. */
const budgetField = "settings.budget.costUsd";

function nameOf(file: string, options: RunOptions, inFile: BatchName | undefined): BatchName {
  const base = path.basename(file, path.extname(file)).replace(/[^A-Za-z0-9._-]+/g, "-");
  const name = options.name ?? inFile ?? base.replace(/^[^A-Za-z0-9]+/, "").slice(0, 80);
  const parsed = BatchName.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new CommandFailure(exitCodes.usage, "The batch cannot be named after this file.", [
    "Give one with --name.",
  ]);
}

const isThere = async (client: BatchClient, name: BatchName): Promise<boolean> =>
  (await client.list({ name })).items.length > 0;

const dated = (name: BatchName): BatchName =>
  BatchName.parse(`${name.slice(0, 80)}-${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}`);

/** The file's settings and over them the options'; nothing when neither says any: a batch that continues keeps its own. */
function settingsOf(inFile: TaskPart, options: RunOptions): BatchSettings | undefined {
  const merged = mergeParts(inFile, settingsFlags(options));
  return Object.keys(merged).length === 0 ? undefined : BatchSettings.parse(merged);
}
