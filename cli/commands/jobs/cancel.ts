import type { Command } from "commander";
import { farmClient } from "../../farm-client.ts";
import { dirOption } from "../../find-farm.ts";
import { jobId } from "../../options/option-values.ts";
import { json, out } from "../../terminal/terminal.ts";

export const cancelCommand = (command: Command): Command =>
  command
    .argument("<job>", "the job's id", jobId)
    .option("--json", "print the job as JSON")
    .option(...dirOption)
    .action(async (jobId: string, options: { readonly dir: string; readonly json?: boolean }) => {
      const job = await (await farmClient(options.dir)).cancel(jobId);
      if (options.json) return json(job);
      out(
        job.status === "finished" ? `${job.jobId} ${job.outcome}` : `${job.jobId} will stop at its next step`,
      );
    });
