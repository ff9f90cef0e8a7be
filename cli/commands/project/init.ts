import { appendFile, copyFile, mkdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import { parse } from "yaml";
import * as z from "zod";
import { examplesDirectory } from "#shared/project-files.ts";
import { dirOption } from "../../find-farm.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { out, progress } from "../../terminal/terminal.ts";

interface InitOptions {
  readonly dir: string;
  readonly force?: boolean;
  /** Absent: yes. */
  readonly run?: boolean;
}

/** What is written into a repository, and the example that it is a copy of. */
const written = {
  "tasks.yaml": "project/tasks.yaml",
  "drover.config.ts": "project/drover.config.ts",
  ".github/workflows/drover.yml": "ci/github-workflow.yml",
} as const;

export const initCommand = (command: Command): Command =>
  command
    .option("--force", "replace existing files")
    .option("--no-run", "write the files and run no task")
    .option(...dirOption)
    .action(init);

async function init({ dir, force = false, run = true }: InitOptions): Promise<void> {
  const files = Object.entries(written);
  const there = await Promise.all(files.map(([file]) => stat(file).catch(() => null)));
  const taken = files.flatMap(([file], index) => (there[index] === null ? [] : [file]));
  if (taken.length > 0 && !force)
    throw new CommandFailure(exitCodes.usage, `Nothing was written: ${taken.join(", ")} exists already.`, [
      "Give --force to replace it, or run 'drover init' in another folder.",
    ]);
  for (const [file, example] of files) {
    await mkdir(path.dirname(file), { recursive: true });
    await copyFile(path.join(examplesDirectory, example), file);
    progress(`wrote ${file}`);
  }
  await ignoreState();
  if (run) await runFirst(dir);
  out("Next: drover up, then drover batch run tasks.yaml");
}

/** The farm's folder holds its token. */
async function ignoreState(): Promise<void> {
  const before = await readFile(".gitignore", "utf8").catch(() => "");
  if (/^\/?\.drover\/?$/m.test(before)) return;
  await appendFile(".gitignore", `${/[^\n]$/.test(before) ? "\n" : ""}.drover/\n`);
  progress("added .drover/ to .gitignore");
}

const Tasks = z.object({ tasks: z.array(z.object({ task: z.string(), validators: z.array(z.string()) })) });

/** The first task of the file, on its own farm: what was written works. */
async function runFirst(dir: string): Promise<void> {
  const [first] = Tasks.parse(parse(await readFile("tasks.yaml", "utf8"))).tasks;
  if (first === undefined) return;
  // A farm takes modules that writing files need not wait for.
  const { runOnOwnFarm } = await import("../../run-on-own-farm.ts");
  process.exitCode = await runOnOwnFarm({ dir, phones: 1 }, first.task, first.validators);
}
