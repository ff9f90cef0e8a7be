import type { Command } from "commander";
import { someText } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { type AgainOptions, runAgain, withAgainOptions, withModelOptions } from "../../run-again.ts";

export const forkCommand = (command: Command): Command =>
  withModelOptions(withAgainOptions(command))
    .argument("<job-or-file>", "an ended job's id, or an exported trajectory", someText)
    .requiredOption("--at <step>", "the last step that is done again", wholeNumber(1, 9_999))
    .action((given: string, options: AgainOptions & { readonly at: number }) =>
      runAgain("fork", given, options),
    );
