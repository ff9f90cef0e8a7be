import { userInfo } from "node:os";
import type { Command } from "commander";
import { SteeringRequest } from "#shared/contracts/api/responses/batch-response.ts";
import { BatchName } from "#shared/contracts/values/batch-ids.ts";
import { type FarmFlags, withFarmFlags } from "../find-farm.ts";
import { valueBy } from "../options/option-values.ts";
import { numberFrom } from "../options/whole-number.ts";

export const batchName = valueBy(
  BatchName,
  "Give 1 to 100 letters, digits, '.', '_' or '-', beginning with a letter or digit.",
);
/** An id is a name's form too. */
export const batchArgument = ["<batch>", "the batch's name or id", batchName] as const;

export const minSuccessOption = [
  "--min-success <rate>",
  "0 to 1: exit with 0 at this success rate or above, else with 1",
  numberFrom(0, 1),
] as const;

const words = (name: "by" | "reason") =>
  valueBy(
    name === "by" ? SteeringRequest.shape.by.unwrap() : SteeringRequest.shape.reason,
    "Give a few words.",
  );

export interface SteeringFlags extends FarmFlags {
  readonly by?: string;
  readonly reason?: string;
}

/** Of every command that changes how a batch runs: who and why stays with the batch. */
export const withSteeringOptions = (command: Command): Command =>
  withFarmFlags(command, "print the batch as JSON")
    .option("--reason <text>", "the reason, stored with the batch and in its results", words("reason"))
    .option("--by <name>", "who makes the change (default: you)", words("by"));

export const steeredBy = ({ by, reason }: SteeringFlags) => ({
  by: by ?? whoAmI(),
  reason: reason ?? "requested on the command line",
});

function whoAmI(): string {
  try {
    return SteeringRequest.shape.by.catch("command line").parse(userInfo().username);
  } catch {
    // A user without an entry, as in a container.
    return "command line";
  }
}
