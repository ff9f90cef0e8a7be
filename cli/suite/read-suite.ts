import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { type Command, Option } from "commander";
import { TaskKind, TaskLevel } from "#shared/contracts/batch/tasks-file.ts";
import { projectRoot } from "#shared/project-files.ts";
import { readTasksFile, type TasksFlags, withTasksOptions } from "../batch/tasks-options.ts";
import { poolName, someText } from "../options/option-values.ts";
import type { SentLine } from "../tasks/expand-tasks.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

/** Drover's own tasks for the apps of the virtual phones. */
const ownTasks = path.join(projectRoot, "tasks");

export interface SuiteFlags extends TasksFlags {
  readonly level?: string;
  readonly kind?: string;
  readonly pool?: string;
}

export const withSuiteTasks = (command: Command): Command =>
  withTasksOptions(command)
    .argument("[place]", "a tasks file, or a folder of them (default: Drover's own suite)", someText)
    .addOption(new Option("--level <level>", "only tasks of this level").choices(TaskLevel.options))
    .addOption(new Option("--kind <kind>", "only tasks of this kind").choices(TaskKind.options))
    .option("--pool <name>", "on the devices of this pool", poolName);

/** The lines of one file or of a folder's, with what the options choose of them. @throws CommandFailure */
export async function readSuite(
  place: string | undefined,
  { level, kind, pool, ...flags }: SuiteFlags & { readonly audit?: boolean },
): Promise<readonly SentLine[]> {
  const files = await filesOf(place ?? ownTasks);
  const read: SentLine[][] = [];
  for (const file of files) read.push([...(await linesOf(file, flags, files.length > 1))]);
  const wanted = [
    ...(level === undefined ? [] : [`level:${level}`]),
    ...(kind === undefined ? [] : [`kind:${kind}`]),
  ];
  const lines = read.flat().filter(({ tags = [] }) => wanted.every((tag) => tags.includes(tag)));
  if (lines.length === 0)
    throw new CommandFailure(exitCodes.usage, "No task matches the options.", [
      "Check --level, --kind, --task, --exclude and --limit.",
    ]);
  return pool === undefined ? lines : lines.map((line) => onPool(line, pool));
}

async function filesOf(place: string): Promise<readonly string[]> {
  const found = await stat(place).catch(() => undefined);
  if (found?.isDirectory() !== true) return [place];
  const names = (await readdir(place)).filter((name) => /\.(ya?ml|jsonl?|csv)$/.test(name)).sort();
  if (names.length > 0) return names.map((name) => path.join(place, name));
  throw new CommandFailure(exitCodes.usage, `There is no tasks file in ${place}.`, [
    "Tasks files end with .yaml, .json, .jsonl or .csv.",
  ]);
}

/** Of several files one may have nothing that the options choose. */
async function linesOf(file: string, flags: TasksFlags, isOneOfMany: boolean): Promise<readonly SentLine[]> {
  try {
    return (await readTasksFile(file, flags)).lines;
  } catch (error) {
    const isEmpty = error instanceof CommandFailure && /^No task of .* is left to run/.test(error.message);
    if (isEmpty && isOneOfMany) return [];
    throw error;
  }
}

const onPool = (line: SentLine, pool: string): SentLine =>
  ({
    ...line,
    request: { ...line.request, requirements: { ...line.request.requirements, pool } },
  }) as SentLine;
