import type { Command } from "commander";
import { someText } from "../../options/option-values.ts";
import { type AgainOptions, runAgain, withAgainOptions } from "../../run-again.ts";

export const replayCommand = (command: Command): Command =>
  withAgainOptions(command)
    .argument("<job-or-file>", "an ended job's id, or an exported trajectory", someText)
    .action((given: string, options: AgainOptions) => runAgain("replay", given, options));
