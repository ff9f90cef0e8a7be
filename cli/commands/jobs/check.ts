import { type Command, Option } from "commander";
import { CheckName, CheckResult } from "#shared/contracts/judging/external-check.ts";
import { farmClient } from "../../farm-client.ts";
import { type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { jobId, valueBy } from "../../options/option-values.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { json, out } from "../../terminal/terminal.ts";

interface CheckOptions extends FarmFlags {
  readonly passed?: boolean;
  readonly failed?: boolean;
  readonly observed?: string;
}

export const checkCommand = (command: Command): Command =>
  withFarmFlags(command, "print the check as JSON")
    .argument("<job>", "the job's id", jobId)
    .argument(
      "<name>",
      "the name of the job's external validator",
      valueBy(CheckName, "Give 1 to 64 letters, digits, '-' or '_'."),
    )
    .addOption(new Option("--passed", "the device is as it should be").conflicts("failed"))
    .option("--failed", "the device is not as it should be")
    .option(
      "--observed <text>",
      "what you found",
      valueBy(CheckResult.shape.observed.unwrap(), "Give at most 500 characters."),
    )
    .action(check);

async function check(id: string, name: string, options: CheckOptions): Promise<void> {
  if (options.passed === undefined && options.failed === undefined)
    throw new CommandFailure(exitCodes.usage, "Say what you found.", ["Give --passed or --failed."]);
  const { observed = "" } = options;
  const api = await farmClient(options.dir);
  const answered = await api.check(id, name, { passed: options.passed === true, observed });
  if (options.json) return json(answered);
  const { waitsFor } = answered;
  out(waitsFor.length === 0 ? `${id} is judged now` : `${id} still waits for ${waitsFor.join(", ")}`);
}
