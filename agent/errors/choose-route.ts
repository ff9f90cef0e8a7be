import type { Job } from "#shared/contracts/job/job.ts";
import type { EndReason } from "#shared/contracts/workflow/job-end.ts";
import type { MapErrorInput, MapErrorOutput } from "#shared/contracts/workflow/map-error.ts";
import type { CatalogueEntry } from "#shared/errors/catalogue/catalogue-entry.ts";
import { catalogue, type ErrorCode, isErrorCode } from "#shared/errors/catalogue.ts";
import { totalTimeOver } from "#shared/values/total-time.ts";
import { maxRecoveries } from "../budget/attempt-use.ts";
import type { Failure } from "../runtime/failure.ts";

const queueTimeouts: ReadonlySet<string> = new Set([
  "States.HeartbeatTimeout",
  "States.Timeout",
  "QueueTimeout" satisfies ErrorCode,
]);

/** What ends a job by no fault of the infrastructure. Model errors have ended the loop already; here they still say what they are. */
const reasons: Readonly<Record<string, EndReason>> = {
  ModelRefused: "refused",
  ModelOutputInvalid: "modelOutput",
  AppCrashed: "appFailed",
  AppNotResponding: "appFailed",
} satisfies Partial<Record<ErrorCode, EndReason>>;

export interface Situation {
  readonly input: MapErrorInput;
  readonly job: Job | null;
  readonly failure: Failure;
  /** The step that the next turn makes. */
  readonly nextStepNumber: number;
  /** The job's error before this one was of the same name, on the same device. */
  readonly repeated: boolean;
  /** Other roles may have acted on what this one did with the device. */
  readonly mayHaveTold: boolean;
  readonly now: Date;
}

/** The way on after an error, as the table in functions/README.md has it. */
export function chooseRoute(situation: Situation): MapErrorOutput {
  const { input, job, failure, nextStepNumber, now } = situation;
  const { stateName, lease, acquisition } = input;
  const end = (reason: EndReason, detail: string): MapErrorOutput => ({
    route: lease === null ? "finish" : "release",
    end: { reason, detail: detail.slice(0, 1_000) },
  });
  const failed = `The state ${stateName} failed with ${failure.name}. ${sentence(failure.message)}`.trimEnd();

  if (isCancelled(job, failure)) return end("cancelled", cancelledBecause(failure));
  if (job === null) return end("infrastructure", failed);
  if (stateName === "AcquireDevice" && queueTimeouts.has(failure.name)) {
    const over = totalTimeOver(job, now);
    if (over !== null) return end("timeout", over);
    return end("infrastructure", `No device came free within ${job.limits.queueSeconds} s.`);
  }
  const kind = kindOf(situation);
  if (kind === "lost") return { route: "lost", stepNumber: nextStepNumber };
  if (kind === "final") return end(reasons[failure.name] ?? "infrastructure", failed);
  if (input.recoveries >= maxRecoveries) {
    return end("infrastructure", `After ${maxRecoveries} recoveries it failed again. ${failed}`);
  }
  const recoveries = input.recoveries + 1;
  if (kind === "sameDevice") return { route: "observe", recoveries, stepNumber: nextStepNumber };
  // Its workflow holds the device, and what came before this part is on it.
  if (input.lent || situation.mayHaveTold) return end("infrastructure", failed);
  return { route: "reacquire", recoveries, stepNumber: nextStepNumber, acquisition: acquisition + 1 };
}

/** A message of Drover's is one already; what a runtime says may be any words, or none. */
const sentence = (message: string): string =>
  message === "" || /[.?!]$/.test(message) ? message : `${message}.`;

const isCancelled = (job: Job | null, failure: Failure): boolean =>
  failure.name === ("JobCancelled" satisfies ErrorCode) ||
  job?.cancelRequestedAt !== undefined ||
  job?.status === "finished";

const cancelledBecause = ({ name, message }: Failure): string =>
  name === ("JobCancelled" satisfies ErrorCode) ? message : "The job was cancelled.";

function kindOf({
  input,
  job,
  failure,
  repeated,
}: Situation): "sameDevice" | "otherDevice" | "lost" | "final" {
  const { stateName, lease, observation } = input;
  const recovery = recoveryOf(failure.name);
  if (recovery === "otherDevice" || (repeated && failure.name === ("DeviceTimeout" satisfies ErrorCode))) {
    if (stateName === "PrepareJob") return "final";
    if (job?.session === undefined || lease === null) return "otherDevice";
    if (stateName === "JudgeOutcome") return "final";
    // What a session's user did is on the lost device: only they know whether to go on without it.
    return observation === null ? "otherDevice" : "lost";
  }
  // What waits for its model has waited as long as it may when its error gets here.
  if (recovery === "none" || recovery === "wait") return "final";
  if (lease !== null) return "sameDevice";
  return stateName === "AcquireDevice" ? "otherDevice" : "final";
}

/** Services' own errors may pass, but a host that stopped answering took its device with it. */
function recoveryOf(name: string): CatalogueEntry["recovery"] {
  if (isErrorCode(name)) return catalogue[name].recovery;
  return name === "States.HeartbeatTimeout" ? "otherDevice" : "sameDevice";
}
