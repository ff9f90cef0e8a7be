import type { BatchStatus } from "#shared/contracts/batch/batch.ts";

/** What a person can do with a batch. */
export type SteeringKind =
  | "pause"
  | "resume"
  | "cancel"
  | "retry"
  | "concurrency"
  | "budget"
  | "models"
  /** With one of its jobs. */
  | "requeue";

const settings = ["concurrency", "budget", "models"] as const;

export const possibleSteering: {
  readonly [Status in BatchStatus]: readonly Exclude<SteeringKind, "requeue">[];
} = {
  checking: ["cancel"],
  refused: [],
  running: ["pause", "retry", ...settings, "cancel"],
  paused: ["resume", "retry", ...settings, "cancel"],
  cancelling: [],
  finished: ["retry"],
  failed: ["resume", "retry"],
  cancelled: ["retry"],
};
