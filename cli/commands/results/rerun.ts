import { type Command, Option } from "commander";
import { type BundleOptions, rerunBundle } from "../../bundle/rerun-bundle.ts";
import { onlyWith } from "../../options/only-with.ts";
import { someText } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { type AgainOptions, runAgain, withAgainOptions, withModelOptions } from "../../run-again.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { writeJobScript } from "../../write-job-script.ts";

const ways = ["replay", "resume", "fork", "script", "bundle"] as const;
type Way = (typeof ways)[number];

const jobs = ["replay", "resume", "fork"] as const;
const takenBy: Readonly<Record<string, readonly Way[]>> = {
  ...{ check: jobs, pool: jobs, device: jobs, asItIs: jobs, debug: jobs, detach: jobs },
  ...{ provider: ["resume", "fork"], model: ["resume", "fork"], maxSteps: ["resume", "fork"] },
  json: [...jobs, "bundle"],
  at: ["fork"],
  out: ["script"],
  ...{ verify: ["bundle"], replay: ["bundle"], trust: ["bundle"] },
};

type RerunOptions = AgainOptions &
  BundleOptions & { readonly as: Way; readonly at?: number; readonly out?: string };

export const rerunCommand = (command: Command): Command =>
  withModelOptions(withAgainOptions(command))
    .argument("<job-or-file>", "an ended job's id, an exported trajectory, or a bundle", someText)
    .addOption(new Option("--as <way>", "the kind of run; see below").choices(ways).default("replay"))
    .option("--at <step>", "with fork: the last step to repeat", wholeNumber(1, 9_999))
    .option("--out <file>", "with script: the YAML file to write", someText)
    .option("--verify", "with bundle: only check its checksums, sizes, names and format")
    .option("--replay", "with bundle: repeat its actions without a model")
    .option("--trust", "with bundle: allow all it asks for: other agents, secrets, a wider policy")
    .addHelpText(
      "after",
      `
Ways:
  replay  do the same steps without a model, and say where they first differ
  resume  repeat the steps, then continue with a model
  fork    repeat the steps up to --at, then continue with this or another model
  script  write the steps as a script: drover run --script <file>
  bundle  repeat a bundle's jobs, and say what differs (exit code 1)`,
    )
    .action(rerun);

async function rerun(given: string, options: RerunOptions, command: Command): Promise<void> {
  const { as } = options;
  onlyWith(command, takenBy, as, (way) => `--as ${way}`);
  if (as === "bundle") return rerunBundle(given, options);
  if (as === "script") return writeJobScript(given, options);
  if (as === "fork" && options.at === undefined)
    throw new CommandFailure(exitCodes.usage, "The option --at is missing: a fork starts after a step.", [
      "Give --at <step>.",
    ]);
  await runAgain(as, given, options);
}
