import type { TimelineEvent } from "#shared/contracts/api/timeline.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { defined } from "#shared/values/defined.ts";

/** Errors that say what became of a lease or of the host that held it; any other is an error like others. */
const kindOfCode: Readonly<Partial<Record<string, TimelineEvent["kind"]>>> = {
  LeaseLost: "leaseLost",
  DeviceDisconnected: "leaseLost",
  HostTimeout: "heartbeatGap",
  "States.HeartbeatTimeout": "heartbeatGap",
};

/** The farm's events of a job, from its records. Lease renewals are not stored. */
export function timelineEvents(
  job: Job,
  steps: readonly Step[],
  errors: readonly ErrorSnapshot[],
  recoveries: readonly Recovery[],
): readonly TimelineEvent[] {
  const events = [
    ...leases(job, errors),
    ...errors.map(ofError),
    ...steps.flatMap(retries),
    ...recoveries.flatMap(ofRecovery),
  ];
  return events.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

function leases(job: Job, errors: readonly ErrorSnapshot[]): readonly TimelineEvent[] {
  const { startedAt, heldSince, finishedAt, deviceId, hostId } = job;
  if (startedAt === undefined) return [];
  const now = defined({ deviceId, hostId });
  const isOther = heldSince !== undefined && heldSince > startedAt;
  const before = isOther
    ? errors.find((error) => error.deviceId !== undefined && error.deviceId !== deviceId)
    : undefined;
  const first = isOther ? defined({ deviceId: before?.deviceId, hostId: before?.hostId }) : now;
  const events: TimelineEvent[] = [
    {
      at: startedAt,
      kind: "leaseGranted",
      text: `The job acquired ${first.deviceId ?? "a device"}.`,
      ...first,
    },
  ];
  if (isOther)
    events.push({
      at: heldSince,
      kind: "otherDevice",
      text: `The job continued on ${deviceId ?? "another device"}.`,
      ...defined({ step: job.lostSteps }),
      ...now,
    });
  if (finishedAt !== undefined)
    events.push({
      at: finishedAt,
      kind: "leaseEnded",
      text: "The job released its device.",
      ...now,
    });
  return events;
}

const ofError = ({
  code,
  message,
  capturedAt,
  stepNumber,
  errorId,
  deviceId,
  hostId,
}: ErrorSnapshot): TimelineEvent => ({
  at: capturedAt,
  kind: kindOfCode[code] ?? "error",
  text: `${code}: ${message}`.slice(0, 500),
  step: stepNumber,
  errorId,
  ...defined({ deviceId, hostId }),
});

function retries({ stepNumber, predictedAt, performedAt, retryOf, outcome }: Step): readonly TimelineEvent[] {
  const events: TimelineEvent[] = [];
  if (retryOf !== undefined)
    events.push({
      at: predictedAt,
      kind: "retry",
      text: `Step ${retryOf} was retried.`,
      step: stepNumber,
    });
  const count = outcome?.retries ?? 0;
  if (count > 0)
    events.push({
      at: performedAt ?? predictedAt,
      kind: "retry",
      text: `Its host tried ${count === 1 ? "once" : `${count} times`} more.`,
      step: stepNumber,
    });
  return events;
}

function ofRecovery({
  startedAt,
  endedAt,
  exception,
  outcome,
  stepNumber,
}: Recovery): readonly TimelineEvent[] {
  const began = {
    at: startedAt,
    kind: "recovery",
    text: `A recovery started: ${exception}`.slice(0, 500),
    step: stepNumber,
  } as const;
  if (endedAt === undefined) return [began];
  return [
    began,
    { at: endedAt, kind: "recovery", text: `The recovery ended: ${outcome ?? "unknown"}.`, step: stepNumber },
  ];
}
