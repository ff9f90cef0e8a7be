import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { farmClient } from "../../farm-client.ts";
import { dirOption } from "../../find-farm.ts";
import { jobId, someText } from "../../options/option-values.ts";
import { json, progress } from "../../terminal/terminal.ts";

export const trajectoryCommand = (command: Command): Command =>
  command
    .argument("<job>", "an ended job's id", jobId)
    .option("--out <file>", "write it there", someText)
    .option(...dirOption)
    .action(async (job: string, options: { readonly dir: string; readonly out?: string }) => {
      const trajectory = await (await farmClient(options.dir)).trajectory(job);
      if (options.out === undefined) return json(trajectory);
      await writeFile(options.out, `${JSON.stringify(trajectory, null, 2)}\n`);
      progress(`${trajectory.steps.length} steps in ${options.out}`);
    });
