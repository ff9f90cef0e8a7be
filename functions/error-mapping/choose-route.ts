import type { Job } from "#shared/contracts/job.ts";
import type { EndReason } from "#shared/contracts/workflow/job-end.ts";
import type { MapErrorInput, MapErrorOutput } from "#shared/contracts/workflow/map-error.ts";
import { catalogue, type ErrorCode } from "#shared/errors/catalogue.ts";
import type { Failure } from "./failure.ts";

const maxRecoveries = 3;

/** The device is gone, or must not be used: only another one helps. */
const deviceLost: ReadonlySet<string> = new Set<ErrorCode | "States.HeartbeatTimeout">([
  "DeviceDisconnected",
  "DeviceOffline",
  "DeviceUnauthorized",
  "DeviceStorageFull",
  "DeviceNotClean",
  "NoScreenSource",
  "AdbServerLost",
  "LeaseLost",
  "HostDraining",
  "States.HeartbeatTimeout",
]);

/** The device is there and may do better: look again and go on. Other services' errors belong here too. */
const passing: ReadonlySet<string> = new Set<ErrorCode>([
  "DeviceTimeout",
  "AdbCommandFailed",
  "ScreenshotCorrupt",
  "TreeUnavailable",
  "TreeCorrupt",
  "StorageUnavailable",
  "InternalError",
]);

const queueTimeouts: ReadonlySet<string> = new Set([
  "States.HeartbeatTimeout",
  "States.Timeout",
  "QueueTimeout" satisfies ErrorCode,
]);

/** Where these come from they have ended the loop already; should one get here, it still says what it is. */
const reasons: Readonly<Record<string, EndReason>> = {
  ModelRefused: "refused",
  ModelOutputInvalid: "modelOutput",
} satisfies Partial<Record<ErrorCode, EndReason>>;

interface Situation {
  readonly input: MapErrorInput;
  readonly job: Job | null;
  readonly failure: Failure;
  /** The step that the next turn makes. */
  readonly nextStepNumber: number;
  /** The job's error before this one was of the same name, on the same device. */
  readonly repeated: boolean;
}

/** The way on after an error, as the table in functions/README.md has it. */
export function chooseRoute(situation: Situation): MapErrorOutput {
  const { input, job, failure, nextStepNumber } = situation;
  const { stateName, lease, acquisition } = input;
  const end = (reason: EndReason, detail: string): MapErrorOutput => ({
    route: lease === null ? "finish" : "release",
    end: { reason, detail: detail.slice(0, 1_000) },
  });
  const failed = `${failure.name} in ${stateName}: ${failure.message}`;

  if (isCancelled(job, failure)) return end("cancelled", "The job was cancelled.");
  if (job === null) return end("infrastructure", failed);
  if (stateName === "AcquireDevice" && queueTimeouts.has(failure.name)) {
    return end("infrastructure", `No device came free within ${job.limits.queueSeconds} s.`);
  }
  const kind = kindOf(situation);
  if (kind === "final") return end(reasons[failure.name] ?? "infrastructure", failed);
  if (input.recoveries >= maxRecoveries) {
    return end("infrastructure", `After ${maxRecoveries} recoveries it failed again. ${failed}`);
  }
  const recoveries = input.recoveries + 1;
  if (kind === "sameDevice") return { route: "observe", recoveries, stepNumber: nextStepNumber };
  return { route: "reacquire", recoveries, stepNumber: nextStepNumber, acquisition: acquisition + 1 };
}

const isCancelled = (job: Job | null, failure: Failure): boolean =>
  failure.name === ("JobCancelled" satisfies ErrorCode) ||
  job?.cancelRequestedAt !== undefined ||
  job?.status === "finished";

function kindOf({ input, failure, repeated }: Situation): "sameDevice" | "otherDevice" | "final" {
  const { stateName, lease } = input;
  const lost = deviceLost.has(failure.name) || (failure.name === "DeviceTimeout" && repeated);
  if (lost) {
    // What the agent did is on the lost device: no other can be judged in its place.
    if (stateName === "JudgeOutcome") return "final";
    return stateName === "PrepareJob" ? "final" : "otherDevice";
  }
  const ours = Object.hasOwn(catalogue, failure.name);
  if (ours && !passing.has(failure.name)) return "final";
  if (lease !== null) return "sameDevice";
  return stateName === "AcquireDevice" ? "otherDevice" : "final";
}
