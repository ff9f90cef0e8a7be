import { writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import type * as z from "zod";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { diffMarkdown } from "#shared/rules/schedule/diff-markdown.ts";
import { askFarm, type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { someText } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { schedulesCreateCommand, schedulesSetCommand } from "../../schedules/create-command.ts";
import { runArgument, scheduleArgument } from "../../schedules/schedule-options.ts";
import { reportDiff, reportRuns, reportSchedules, whenWords } from "../../schedules/schedule-report.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { json, jsonList, out, plain, say } from "../../terminal/terminal.ts";

type Build = (command: Command) => Command;
type Act = (name: string, options: FarmFlags) => Promise<void>;

const ofSchedule =
  (act: Act): Build =>
  (command) =>
    withFarmFlags(command.argument(...scheduleArgument)).action(act);

/** By name, in the order of help. */
const subcommands: Readonly<Record<string, readonly [description: string, build: Build]>> = {
  create: [
    "run a tasks file by a cron, rate or at expression; the file is kept as it is now",
    schedulesCreateCommand,
  ],
  list: [
    "list schedules, and when each is due next",
    (command) => withFarmFlags(command).action(listSchedules),
  ],
  show: [
    "a schedule, or one of its runs with what it changed",
    (command) =>
      withFarmFlags(command.argument(...scheduleArgument).argument(...runArgument)).action(showSchedule),
  ],
  runs: [
    "list the times a schedule was due, newest first, with what each changed",
    (command) =>
      withFarmFlags(command.argument(...scheduleArgument))
        .option("--limit <n>", "at most so many; 20", wholeNumber(1, 100), 20)
        .action(listRuns),
  ],
  diff: [
    "what a run changed against the last one that finished: fixed, broken, flaky, slower, dearer",
    (command) =>
      withFarmFlags(command.argument(...scheduleArgument).argument(...runArgument))
        .addOption(
          new Option("--format <format>", "for people, a pull request or a program").choices([
            "text",
            "markdown",
            "json",
          ]),
        )
        .option("-o, --out <file>", "write it there", someText)
        .action(showDiff),
  ],
  run: ["run it now, beside its own times", ofSchedule(runNow)],
  set: ["change when, how or what a schedule runs", schedulesSetCommand],
  pause: ["let it be due no more; a run that goes on comes to its end", ofSchedule(pausing(true))],
  resume: ["let a paused schedule be due again", ofSchedule(pausing(false))],
  delete: ["delete a schedule; its runs' batches stay", ofSchedule(removeSchedule)],
};

export const schedulesCommand = (command: Command): Command => {
  for (const [name, [description, build]] of Object.entries(subcommands))
    build(command.command(name).description(description));
  return command;
};

async function listSchedules(options: FarmFlags): Promise<void> {
  const page = await (await askFarm(options.dir))("listSchedules");
  if (options.json) jsonList(page);
  else reportSchedules(page.items);
}

async function showSchedule(name: string, run: string | undefined, options: FarmFlags): Promise<void> {
  const ask = await askFarm(options.dir);
  if (run !== undefined) return showRun(await ask("readScheduleRun", { name, run }), options);
  const schedule = await ask("readSchedule", { name });
  if (options.json) return json(schedule);
  reportSchedules([schedule]);
  const { items } = await ask("listScheduleRuns", { name, query: { limit: 5 } });
  if (items.length === 0) return;
  out("");
  reportRuns(items);
}

type Run = z.output<Routes["readScheduleRun"]["response"]>;

function showRun({ diff, ...run }: Run, options: FarmFlags): void {
  if (options.json) {
    json({ ...run, diff });
    return;
  }
  reportRuns([run]);
  if (run.reason !== undefined) out(plain(run.reason));
  if (diff === undefined) return;
  out("");
  reportDiff(diff);
}

async function listRuns(name: string, { limit, ...options }: FarmFlags & { limit: number }): Promise<void> {
  const { items } = await (await askFarm(options.dir))("listScheduleRuns", { name, query: { limit } });
  if (options.json) jsonList({ items });
  else reportRuns(items);
}

type DiffOptions = FarmFlags & {
  readonly format?: "text" | "markdown" | "json";
  readonly out?: string;
};

async function showDiff(name: string, run: string | undefined, options: DiffOptions): Promise<void> {
  const { diff, runId } = await (await askFarm(options.dir))("readScheduleRun", {
    name,
    run: run ?? "latest",
  });
  if (diff === undefined)
    throw new CommandFailure(
      exitCodes.usage,
      `Run ${runId} has no diff: its batch ran nothing, or has not ended.`,
      [`See what became of it: drover schedules show ${name} ${runId}`],
    );
  const { format = options.json ? "json" : "text" } = options;
  const written = format === "markdown" ? diffMarkdown(diff) : `${JSON.stringify(diff, null, 2)}\n`;
  if (options.out !== undefined) await writeFile(options.out, written);
  else if (format === "json") json(diff);
  else if (format === "markdown") out(written.trimEnd());
  else reportDiff(diff);
}

async function runNow(name: string, options: FarmFlags): Promise<void> {
  const run = await (await askFarm(options.dir))("runSchedule", { name, body: {} });
  if (options.json) return json(run);
  const what = run.batchId === undefined ? (run.reason ?? "") : `batch ${run.batchName} (${run.batchId})`;
  out(plain(`Run ${run.runId}: ${run.status}. ${what}`));
}

function pausing(paused: boolean): Act {
  return async (name, options) => {
    const schedule = await (await askFarm(options.dir))("changeSchedule", { name, body: { paused } });
    say(options, schedule, `Schedule ${schedule.name} runs ${whenWords(schedule)}.`);
  };
}

async function removeSchedule(name: string, options: FarmFlags): Promise<void> {
  const removed = await (await askFarm(options.dir))("removeSchedule", { name });
  say(options, removed, `Schedule ${removed.name} is deleted. Its runs' batches stay.`);
}
