import type { Command } from "commander";
import { farmClient } from "../../farm-client.ts";
import { dirOption } from "../../find-farm.ts";
import { jobId } from "../../options/option-values.ts";
import { json, out } from "../../terminal/terminal.ts";

export const pauseCommand = (command: Command): Command =>
  command
    .argument("<job>", "the job's id", jobId)
    .option("--json", "print the job as JSON")
    .option(...dirOption)
    .addHelpText(
      "after",
      "\n'drover resume <job>' lets it go on, 'drover tell <job> \"...\"' says something to its agent meanwhile.",
    )
    .action(async (id: string, options: { readonly dir: string; readonly json?: boolean }) => {
      const job = await (await farmClient(options.dir)).pause(id);
      if (options.json) return json(job);
      out(
        job.status === "queued"
          ? `${job.jobId} is paused and takes no device`
          : `${job.jobId} is paused from its next step on`,
      );
    });
