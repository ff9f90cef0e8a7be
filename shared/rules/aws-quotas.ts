import { unitsOf } from "./cost/job-cost.ts";
import { reservedConcurrency, type Scale } from "./reserved-concurrency.ts";

/** Of US East, a second: docs/operations.md says what each bounds. */
export const awsQuotas = { taskTokens: 500, transitions: 5_000, jobStarts: 100 } as const;

/** What every new table takes at once, without being asked to. */
export const newTable = { readUnitsPerSecond: 12_000, writeUnitsPerSecond: 4_000 } as const;

export interface AwsSettings {
  readonly scale: Scale;
  readonly accountConcurrency: number;
}

/** What a job uses on average. */
export interface MeanJob {
  readonly steps: number;
  readonly modelSeconds: number;
}

/** How many model calls may wait for their answers at once; undefined: nothing is reserved for them. */
export const modelCallsAtOnce = ({ scale, accountConcurrency }: AwsSettings): number | undefined =>
  reservedConcurrency(accountConcurrency, scale).get("predict-action");

/** How many such jobs each quota lets through a second. */
export function jobsPerSecond({ steps }: MeanJob) {
  const units = (name: "writeUnit" | "transition"): number => {
    const { job, step } = unitsOf(name);
    return job + steps * step;
  };
  return {
    tableWrites: newTable.writeUnitsPerSecond / units("writeUnit"),
    // One callback a step, and those of taking, judging and releasing the device.
    taskTokens: awsQuotas.taskTokens / (steps + 3),
    transitions: awsQuotas.transitions / units("transition"),
    jobStarts: awsQuotas.jobStarts,
  };
}
