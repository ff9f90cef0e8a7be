import type { Command } from "commander";
import { farmClient } from "../../farm-client.ts";
import { someText } from "../../options/option-values.ts";
import { type AgainOptions, runAgain, withAgainOptions, withModelOptions } from "../../run-again.ts";
import { json, out } from "../../terminal/terminal.ts";

export const resumeCommand = (command: Command): Command =>
  withModelOptions(withAgainOptions(command))
    .argument(
      "[job-or-file]",
      "let this paused job go on; or go on from this ended job, or exported trajectory, on another device; without it, take jobs again after 'drover stop --all'",
      someText,
    )
    .addHelpText(
      "after",
      `
drover resume            takes jobs again after 'drover stop --all'; only --json and --dir count
drover resume <job>      of a paused job: it goes on, and you see how (--detach: only that it does)
drover resume <job>      of an ended job: a new one does what the job did again, then goes on with its model
drover resume run.json   the same from a file that 'drover trajectory <job> --out run.json' wrote, on this farm or another`,
    )
    .action((given: string | undefined, options: AgainOptions) =>
      given === undefined ? resumeFarm(options) : runAgain("resume", given, options),
    );

async function resumeFarm(options: AgainOptions): Promise<void> {
  const farm = await (await farmClient(options.dir)).resumeFarm();
  if (options.json) return json(farm);
  out("new jobs are taken; those from before the stop have ended or end at their next turn");
}
