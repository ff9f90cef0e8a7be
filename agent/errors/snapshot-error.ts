import * as z from "zod";
import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { UnusedReply } from "#shared/contracts/step/unused-reply.ts";
import { ErrorId } from "#shared/contracts/values/ids.ts";
import type { MapErrorInput } from "#shared/contracts/workflow/map-error.ts";
import { deviceActionsOf } from "#shared/rules/steps/step-actions.ts";
import { defined } from "#shared/values/defined.ts";
import type { Failure } from "../runtime/failure.ts";
import type { Services } from "../runtime/services.ts";

/**
 * The id of the error's snapshot (docs/spec.md I5.4): the host's own, which shows the screen at that moment, when
 * it names one
 * in its details; otherwise one with the screen that the state worked on, or with the reason why there is none.
 */
export async function snapshotError(
  input: MapErrorInput,
  failure: Failure,
  step: Step | null,
  runtime: Pick<Services, "newId" | "now" | "repositories">,
): Promise<ErrorId> {
  const { tenantId, jobId } = input;
  const { errors } = runtime.repositories;
  const named = ErrorId.safeParse(failure.details.errorId);
  if (named.success && (await errors.get(tenantId, jobId, named.data)) !== null) return named.data;
  const errorId = ErrorId.parse(runtime.newId());
  await errors.put({
    ...described(failure),
    ...defined({ unusedReplies: unusedReplies(failure.details) }),
    ...seen(input, step),
    ...placed(input, errorId, runtime.now()),
    ...tried(input, step),
  });
  return errorId;
}

/** What the agent's turn says of calls that brought it no step. */
const unusedReplies = ({ unusedReplies: replies }: Failure["details"]) =>
  z.array(UnusedReply).max(5).safeParse(replies).data;

const described = (failure: Failure) => ({
  name: failure.name.slice(0, 80),
  code: failure.name.slice(0, 80),
  message: failure.message.slice(0, 2_000),
  advice: failure.advice.slice(0, 10).map((line) => line.slice(0, 500)),
  ...(failure.cause === undefined ? {} : { cause: failure.cause.slice(0, 2_000) }),
  retryable: failure.retryable,
});

const placed = (
  { tenantId, jobId, stepNumber, stateName, lease, observation }: MapErrorInput,
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
    ...(lease === null ? {} : { deviceId: lease.deviceId, hostId: lease.hostId }),
    ...(observation === null || observation.package === "" ? {} : { app: observation.package.slice(0, 300) }),
  }) satisfies Partial<ErrorSnapshot>;

const tried = ({ stateName }: MapErrorInput, step: Step | null) =>
  stateName === "PerformAction" && step !== null
    ? { attemptedAction: JSON.stringify(deviceActionsOf(step)).slice(0, 8_000) }
    : {};

type Seen = Pick<ErrorSnapshot, "screenshotKey" | "hierarchyKey" | "screenshotMissing">;

const unseen = (why: string): Seen => ({ screenshotKey: null, hierarchyKey: null, screenshotMissing: why });

/** While a host works the screen changes: what was seen before is not what was there when it failed. */
const workOfHosts: ReadonlySet<string> = new Set([
  "SetUpDevice",
  "PerformAction",
  "JudgeOutcome",
  "ReleaseDevice",
]);

function seen({ stateName, lease, observation }: MapErrorInput, step: Step | null): Seen {
  if (lease === null) return unseen("no device was held");
  if (workOfHosts.has(stateName)) {
    return unseen("the device's host sent no picture of that moment; the steps show the last screen it saw");
  }
  const last = stateName === "VerifyStep" ? (step?.after ?? observation) : observation;
  if (last === null) return unseen("no screen had been seen yet");
  const { screenshotKey, hierarchyKey, flags } = last;
  if (screenshotKey !== null) return { screenshotKey, hierarchyKey };
  return { ...unseen(flags.join("; ").slice(0, 300) || "none was taken"), hierarchyKey };
}
