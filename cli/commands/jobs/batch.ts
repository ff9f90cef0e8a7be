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
  check: ["check a tasks file: its errors, or its jobs and highest cost", batchCheckCommand],
  run: ["run a tasks file; the same name and file again runs only what is missing", batchRunCommand],
  watch: ["follow a batch to its end", batchWatchCommand],
  show: ["show a batch's state and its results so far", batchShowCommand],
  jobs: ["list a batch's items with the last job of each", batchJobsCommand],
  list: ["list batches, newest first", batchListCommand],
  results: ["write a batch's results as JSONL, CSV, JUnit XML or JSON", batchResultsCommand],
  compare: ["compare two batches, or two models of them, task by task", batchCompareCommand],
  pause: ["start no more jobs of a batch; running jobs finish", batchPauseCommand],
  resume: ["resume a paused batch", batchResumeCommand],
  cancel: ["start no more jobs of a batch, and end its running jobs", batchCancelCommand],
  set: ["change a running batch: concurrency, budget, rules, paused models", batchSetCommand],
  retry: ["run inconclusive, failed or all jobs again; earlier jobs are kept", batchRetryCommand],
  requeue: ["run single items again", batchRequeueCommand],
};

export const batchCommand = (command: Command): Command => {
  for (const [name, [description, build]] of Object.entries(subcommands))
    build(command.command(name).description(description));
  return command;
};
