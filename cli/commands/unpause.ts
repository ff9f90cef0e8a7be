import type { Command } from "commander";
import { farmClient } from "../farm-client.ts";
import { dirOption } from "../find-farm.ts";
import { jobId } from "../option-values.ts";
import { json, out } from "../terminal.ts";

export const unpauseCommand = (command: Command): Command =>
  command
    .argument("<job>", "the job's id", jobId)
    .option("--json", "print the job as JSON")
    .option(...dirOption)
    .action(async (id: string, options: { readonly dir: string; readonly json?: boolean }) => {
      const job = await (await farmClient(options.dir)).unpause(id);
      if (options.json) json(job);
      else out(`${job.jobId} goes on`);
    });
