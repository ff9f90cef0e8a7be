import type { ErrorSnapshot } from "#shared/contracts/error-snapshot.ts";
import { ErrorId } from "#shared/contracts/ids.ts";
import type { Observation } from "#shared/contracts/observation.ts";
import type { Step } from "#shared/contracts/step.ts";
import type { MapErrorInput } from "#shared/contracts/workflow/map-error.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";
import type { Failure } from "./failure.ts";

/**
 * The id of the error's snapshot (spec I5.4): the host's own, which shows the screen at that moment, when it names one
 * in its details; otherwise one with the last screen that was seen.
 */
export async function snapshotError(
  input: MapErrorInput,
  failure: Failure,
  step: Step | null,
  runtime: RuntimeServices,
): Promise<ErrorId> {
  const { tenantId, jobId } = input;
  const { errors } = runtime.repositories;
  const named = ErrorId.safeParse(failure.details.errorId);
  if (named.success && (await errors.get(tenantId, jobId, named.data)) !== null) return named.data;
  const errorId = ErrorId.parse(runtime.newId());
  await errors.put({
    ...described(failure),
    ...seen(step?.after ?? input.observation),
    ...placed(input, errorId, runtime.now()),
    ...tried(input, step),
  });
  return errorId;
}

const described = (failure: Failure) => ({
  name: failure.name.slice(0, 80),
  code: failure.name.slice(0, 80),
  message: failure.message.slice(0, 2_000),
  advice: failure.advice.slice(0, 10).map((line) => line.slice(0, 500)),
  ...(failure.cause === undefined ? {} : { cause: failure.cause.slice(0, 2_000) }),
  retryable: failure.retryable,
});

const placed = (
  { tenantId, jobId, stepNumber, stateName, lease }: MapErrorInput,
  errorId: ErrorId,
  now: Date,
) =>
  ({
    schemaVersion: 1,
    tenantId,
    jobId,
    errorId,
    capturedAt: now.toISOString(),
    stepNumber,
    stateName,
    ...(lease === null ? {} : { deviceId: lease.deviceId }),
  }) satisfies Partial<ErrorSnapshot>;

const tried = ({ stateName }: MapErrorInput, step: Step | null) =>
  stateName === "PerformAction" && step?.deviceAction !== undefined
    ? { attemptedAction: JSON.stringify(step.deviceAction).slice(0, 8_000) }
    : {};

function seen(
  last: Observation | null,
): Pick<ErrorSnapshot, "screenshotKey" | "hierarchyKey" | "screenshotMissing"> {
  if (last === null) {
    return { screenshotKey: null, hierarchyKey: null, screenshotMissing: "no screen had been seen yet" };
  }
  const { screenshotKey, hierarchyKey } = last;
  if (screenshotKey !== null) return { screenshotKey, hierarchyKey };
  return {
    screenshotKey,
    hierarchyKey,
    screenshotMissing: last.flags.join("; ").slice(0, 300) || "none was taken",
  };
}
