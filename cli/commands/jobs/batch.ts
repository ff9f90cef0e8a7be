import type { Command } from "commander";
import { batchCheckCommand } from "../../batch/check-command.ts";
import {
  batchCompareCommand,
  batchJobsCommand,
  batchListCommand,
  batchResultsCommand,
  batchShowCommand,
  batchWatchCommand,
} from "../../batch/look-batch-commands.ts";
import { batchRunCommand } from "../../batch/run-command.ts";
import {
  batchCancelCommand,
  batchPauseCommand,
  batchRequeueCommand,
  batchResumeCommand,
  batchRetryCommand,
  batchSetCommand,
} from "../../batch/steer-commands.ts";

type Build = (command: Command) => Command;

/** By name, in the order of help. */
const subcommands: Readonly<Record<string, readonly [description: string, build: Build]>> = {
  check: ["say what a tasks file makes and costs at most, or what is wrong with it", batchCheckCommand],
  run: ["run a tasks file; the same name and file again goes on with what is missing", batchRunCommand],
  watch: ["follow a batch to its end", batchWatchCommand],
  show: ["how a batch stands and what it came to so far", batchShowCommand],
  jobs: ["list a batch's items with the last job of each", batchJobsCommand],
  list: ["list batches, newest first", batchListCommand],
  results: ["write a batch's results as JSONL, CSV, JUnit XML or JSON", batchResultsCommand],
  compare: ["compare two batches, or two models of them, task by task", batchCompareCommand],
  pause: ["start no more jobs of a batch; those that run go on", batchPauseCommand],
  resume: ["go on with a batch that was paused", batchResumeCommand],
  cancel: ["start no more jobs of a batch and end those that run", batchCancelCommand],
  set: ["change how a batch runs while it runs: concurrency, budget, rules, paused models", batchSetCommand],
  retry: ["run once more what was inconclusive, failed, or all; earlier jobs are kept", batchRetryCommand],
  requeue: ["run single items once more", batchRequeueCommand],
};

export const batchCommand = (command: Command): Command => {
  for (const [name, [description, build]] of Object.entries(subcommands))
    build(command.command(name).description(description));
  return command;
};
