import type { Job } from "#shared/contracts/job/job.ts";
import type { EndReason } from "#shared/contracts/job/job-end.ts";
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

type RouteRule = (situation: Situation, kind: Kind) => MapErrorOutput | null;

/** The way on after an error, by the first rule that fits, as the table in functions/README.md has it. */
const routes: readonly RouteRule[] = [
  (now) => (isCancelled(now.job, now.failure) ? end(now, "cancelled", cancelledBecause(now.failure)) : null),
  (now) => (now.job === null ? end(now, "infrastructure", failed(now)) : null),
  noDeviceInTime,
  (now, kind) => (kind === "lost" ? { route: "lost", stepNumber: now.nextStepNumber } : null),
  (now, kind) =>
    kind === "final" ? end(now, reasons[now.failure.name] ?? "infrastructure", failed(now)) : null,
  (now) =>
    now.input.recoveries >= maxRecoveries
      ? end(now, "infrastructure", `After ${maxRecoveries} recoveries it failed again. ${failed(now)}`)
      : null,
  (now, kind) =>
    kind === "sameDevice"
      ? { route: "observe", recoveries: now.input.recoveries + 1, stepNumber: now.nextStepNumber }
      : null,
  // Its workflow holds the device, and what came before this part is on it.
  (now) => (now.input.lent || now.mayHaveTold ? end(now, "infrastructure", failed(now)) : null),
];

export function chooseRoute(situation: Situation): MapErrorOutput {
  const kind = kindOf(situation);
  for (const rule of routes) {
    const route = rule(situation, kind);
    if (route !== null) return route;
  }
  const { input, nextStepNumber } = situation;
  return {
    route: "reacquire",
    recoveries: input.recoveries + 1,
    stepNumber: nextStepNumber,
    acquisition: input.acquisition + 1,
  };
}

const end = ({ input }: Situation, reason: EndReason, detail: string): MapErrorOutput => ({
  route: input.lease === null ? "finish" : "release",
  end: { reason, detail: detail.slice(0, 1_000) },
});

const failed = ({ input, failure }: Situation): string =>
  `The state ${input.stateName} failed with ${failure.name}. ${sentence(failure.message)}`.trimEnd();

function noDeviceInTime(situation: Situation): MapErrorOutput | null {
  const { input, job, failure, now } = situation;
  if (job === null || input.stateName !== "AcquireDevice" || !queueTimeouts.has(failure.name)) return null;
  const over = totalTimeOver(job, now);
  return over === null
    ? end(situation, "infrastructure", `No device became free within ${job.limits.queueSeconds} s.`)
    : end(situation, "timeout", over);
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

type Kind = "sameDevice" | "otherDevice" | "lost" | "final";

function kindOf({ input, job, failure, repeated }: Situation): Kind {
  const { stateName, lease, observation } = input;
  const recovery = recoveryOf(failure.name);
  if (recovery === "otherDevice" || (repeated && failure.name === ("DeviceTimeout" satisfies ErrorCode))) {
    if (stateName === "PrepareJob") return "final";
    if (job?.session === undefined || lease === null) return "otherDevice";
    if (stateName === "JudgeOutcome") return "final";
    // What a session's user did is on the lost device: only they know whether to continue without it.
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
