import type { Command } from "commander";
import { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import { batchClient } from "../batch/batch-client.ts";
import { type SettingsFlags, settingsFlags, withSettingsOptions } from "../batch/settings-options.ts";
import { readTasksFile, type TasksFlags, withTasksOptions } from "../batch/tasks-options.ts";
import { sendLines } from "../batch/upload-manifest.ts";
import { askFarm, type FarmFlags, withFarmFlags } from "../find-farm.ts";
import { someText } from "../options/option-values.ts";
import { mergeParts } from "../tasks/merge-parts.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { say } from "../terminal/terminal.ts";
import { scheduleArgument, type TimingFlags, timingFlags, withTimingOptions } from "./schedule-options.ts";
import { whenWords } from "./schedule-report.ts";

type CreateOptions = FarmFlags & TimingFlags & TasksFlags & SettingsFlags & { readonly paused?: boolean };
type ChangeOptions = FarmFlags & TimingFlags & TasksFlags & SettingsFlags;

export const schedulesCreateCommand = (command: Command): Command =>
  withFarmFlags(withSettingsOptions(withTasksOptions(withTimingOptions(command))))
    .argument(...scheduleArgument)
    .argument("<file>", "the tasks: .yaml, .json, .jsonl or .csv; a copy is stored", someText)
    .option("--paused", "create it paused; it runs after 'resume'")
    .action(createSchedule);

async function createSchedule(name: string, file: string, options: CreateOptions): Promise<void> {
  const timing = timingFlags(options);
  if (timing.expression === undefined)
    throw new CommandFailure(exitCodes.usage, "A schedule needs a time.", ['Give --at "cron(0 2 * * ? *)".']);
  const { expression } = timing;
  const sent = await manifestOf(file, options);
  const ask = await askFarm(options.dir);
  const paused = options.paused === true;
  const made = await ask("createSchedule", { body: { name, ...timing, expression, paused, ...sent } });
  say(options, made, `Schedule ${made.name} runs ${made.lineCount} jobs ${whenWords(made)}.`);
}

/** The file's lines, and its settings under those of the command. */
async function manifestOf(file: string, options: ChangeOptions) {
  const { lines, settings } = await readTasksFile(file, options);
  const sent = await sendLines(await batchClient(options.dir), lines);
  return { ...sent, settings: BatchSettings.parse(mergeParts(settings, settingsFlags(options))) };
}

export const schedulesSetCommand = (command: Command): Command =>
  withFarmFlags(withSettingsOptions(withTasksOptions(withTimingOptions(command))))
    .argument(...scheduleArgument)
    .argument("[file]", "other tasks with their settings", someText)
    .action(changeSchedule);

async function changeSchedule(name: string, file: string | undefined, options: ChangeOptions): Promise<void> {
  const ask = await askFarm(options.dir);
  const sent = file === undefined ? await settingsOf(name, options) : await manifestOf(file, options);
  const change = { ...timingFlags(options), ...sent };
  if (Object.keys(change).length === 0)
    throw new CommandFailure(exitCodes.usage, "There is nothing to change.", [
      "Give --at, --overlap, --concurrency or a file.",
    ]);
  const changed = await ask("changeSchedule", { name, body: change });
  say(options, changed, `Schedule ${changed.name} runs ${changed.lineCount} jobs ${whenWords(changed)}.`);
}

/** What the options leave out stays. */
async function settingsOf(name: string, options: ChangeOptions) {
  const flags = settingsFlags(options);
  if (Object.keys(flags).length === 0) return {};
  const { settings } = await (await askFarm(options.dir))("readSchedule", { name });
  return { settings: BatchSettings.parse(mergeParts(settings, flags)) };
}
