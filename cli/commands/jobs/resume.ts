import type { Command } from "commander";
import { farmClient } from "../../farm-client.ts";
import { someText } from "../../options/option-values.ts";
import { type AgainOptions, runAgain, withAgainOptions, withModelOptions } from "../../run-again.ts";
import { json, out } from "../../terminal/terminal.ts";

export const resumeCommand = (command: Command): Command =>
  withModelOptions(withAgainOptions(command))
    .argument("[job]", "a paused job's id; without it, the farm accepts jobs again", someText)
    .addHelpText("after", "\nTo continue an ended job: drover rerun <job> --as resume")
    .action((given: string | undefined, options: AgainOptions) =>
      given === undefined ? resumeFarm(options) : runAgain("resume", given, options),
    );

async function resumeFarm(options: AgainOptions): Promise<void> {
  const farm = await (await farmClient(options.dir)).resumeFarm();
  if (options.json) return json(farm);
  out("new jobs are accepted; jobs from before the stop have ended or end at their next turn");
}
