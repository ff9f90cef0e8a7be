import type { Job, JobMetrics, JobOutcome } from "../../contracts/job/job.ts";
import type { EndReason } from "../../contracts/job/job-end.ts";
import { JudgementSummary } from "../../contracts/judging/judging.ts";
import type { DeviceId, HostId, JobId, TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { jobFinished } from "../../rules/webhook-facts.ts";
import { defined } from "../../values/defined.ts";
import { heldNow } from "../../values/held-time.ts";
import { pausedTooLong } from "../../values/pause-time.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { changeItem, conditionalCall, storageCall } from "../table/storage-call.ts";
import { createMoves, type Moved } from "./counted-jobs.ts";
import { type JobEntity, parseJob } from "./job-entity.ts";
import { createJobFactsRows } from "./job-facts-rows.ts";

export interface JobClaim {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly acquisition: number;
  readonly deviceId: DeviceId;
  readonly hostId: HostId;
  readonly leaseEpoch: number;
  readonly at: Timestamp;
}

export interface JobFinish {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly at: Timestamp;
  readonly outcome: JobOutcome;
  readonly outcomeReason: string;
  readonly alreadySatisfied?: boolean;
  /** That of its checks stands where there are any. */
  readonly verdict?: Job["verdict"];
  readonly endReason?: EndReason;
  /** Of a workflow, with what its parts used. */
  readonly usage?: Job["usage"];
  readonly usageByRole?: Job["usageByRole"];
  readonly metrics?: JobMetrics;
  readonly trajectoryKey?: string;
  readonly apps?: readonly string[];
}

type Requeued = Pick<
  Job,
  "tenantId" | "jobId" | "heldSince" | "finishedAt" | "spentTokens" | "spentOutputTokens"
>;

const ofOneDevice = [
  ...(["claim", "foundDevice", "judgement", "judgementKey"] as const),
  ...JudgementSummary.keyof().options,
];

/** As the table takes it: a count that is not known is left out. */
const rolesUsage = (usageByRole: Job["usageByRole"]) => ({
  usageByRole: Object.fromEntries(Object.entries(usageByRole).map(([role, used]) => [role, defined(used)])),
});

const cancelledWaiting = "It was cancelled while it waited for a device.";

const partsOf = (access: TableAccess, entity: JobEntity) => ({
  ...{ entity, rows: createJobFactsRows(access) },
  move: createMoves(access, entity),
});
type Parts = ReturnType<typeof partsOf>;

/** The steps between a job's states: each one conditional write, so of two that race exactly one wins. */
export const createJobTransitions = (access: TableAccess, entity: JobEntity) =>
  operationsOn(partsOf(access, entity), { claim, begin, takeBack, requeue, cancel, finish });

/**
 * The device for this acquisition: the job runs. Null when the job is cancelled, paused or finished, or a later or equal
 * acquisition holds it; the very same claim repeated is answered with the job again. `noRoom`: so many of the tenant's run
 * already, `mostRunning`, that it must wait.
 */
const claim = (
  { move }: Parts,
  { tenantId, jobId, acquisition, deviceId, hostId, leaseEpoch, at }: JobClaim,
  mostRunning?: number,
): Promise<Moved> =>
  move({
    ...{ operation: "claim the job", tenantId, jobId, to: "running", mostRunning },
    change: (patch) =>
      patch
        .data((job, set) => {
          set.set(job.status, "running");
          set.set(job.acquisition, acquisition);
          set.set(job.deviceId, deviceId);
          set.set(job.hostId, hostId);
          set.set(job.leaseEpoch, leaseEpoch);
          set.ifNotExists(job.startedAt, at);
          set.ifNotExists(job.heldSince, at);
        })
        .where((job, is) => {
          const repeated = [
            is.eq(job.acquisition, acquisition),
            is.eq(job.deviceId, deviceId),
            is.eq(job.leaseEpoch, leaseEpoch),
          ].join(" AND ");
          const open = `${is.ne(job.status, "finished")} AND ${is.notExists(job.cancelRequestedAt)}`;
          // Paused for so long that it is to end: it needs a turn to do so.
          const goesOn = `${is.notExists(job.pauseRequestedAt)} OR ${is.lt(job.pauseRequestedAt, pausedTooLong(at))}`;
          const fresh = `${is.lt(job.acquisition, acquisition)} AND (${goesOn})`;
          return `${open} AND ((${fresh}) OR (${repeated}))`;
        }),
  });

/**
 * A job with roles begins to gather its devices: it runs, without its own device. Null when it was cancelled or has ended.
 * `noRoom` as of `claim`.
 */
const begin = (
  { move }: Parts,
  { tenantId, jobId }: Pick<Job, "tenantId" | "jobId">,
  at: Timestamp,
  mostRunning?: number,
): Promise<Moved> =>
  move({
    ...{ operation: "start the job", tenantId, jobId, to: "running", mostRunning },
    change: (patch) =>
      patch
        .data((job, set) => {
          set.set(job.status, "running");
          set.ifNotExists(job.startedAt, at);
        })
        .where((job, is) => `${is.ne(job.status, "finished")} AND ${is.notExists(job.cancelRequestedAt)}`),
  });

/**
 * A claim that its job may not have heard of is taken back, and the same acquisition may claim again. False when the job has gone
 * on, or has ended.
 */
async function takeBack(
  { move }: Parts,
  { tenantId, jobId, deviceId, leaseEpoch }: Omit<JobClaim, "acquisition" | "hostId" | "at">,
) {
  const back = await move({
    ...{ operation: "revert the job's claim", tenantId, jobId, to: "queued" },
    change: (patch) =>
      patch
        .data((job, set) => {
          set.set(job.status, "queued");
          set.add(job.acquisition, -1);
          set.remove(job.heldSince);
        })
        .where((job, is) =>
          [
            is.eq(job.status, "running"),
            is.eq(job.deviceId, deviceId),
            is.eq(job.leaseEpoch, leaseEpoch),
          ].join(" AND "),
        ),
  });
  return back !== null;
}

/**
 * The job's device is lost or given back, and it waits for another: queued again, as it was for its first, so that
 * cancelling ends it at once. What was claimed of that device, and found on it, is useless to the next. `lostSteps`: the last one
 * that was made on it, 0 for none. False when it is to be cancelled or has ended.
 */
async function requeue({ move }: Parts, job: Requeued, lostSteps: number, now: Date): Promise<boolean> {
  const { tenantId, jobId, spentTokens, spentOutputTokens } = job;
  const held = heldNow(job, now);
  const queued = await move({
    ...{ operation: "queue the job again", tenantId, jobId, to: "queued" },
    change: (patch) =>
      patch
        .data((job, set) => {
          set.set(job.status, "queued");
          set.set(job.lostSteps, lostSteps);
          set.set(job.lostTokens, spentTokens);
          set.set(job.lostOutputTokens, spentOutputTokens);
          set.add(job.heldMilliseconds, held, 0);
          set.remove(job.heldSince);
        })
        .remove(ofOneDevice)
        .where((job, is) => `${is.ne(job.status, "finished")} AND ${is.notExists(job.cancelRequestedAt)}`),
  });
  return queued !== null;
}

/** `cancelled`: it was waiting and has ended. `requested`: it runs and ends at its next turn. Null: no such job. */
async function cancel(
  { move, entity }: Parts,
  tenantId: TenantId,
  jobId: JobId,
  at: Timestamp,
): Promise<"cancelled" | "requested" | "finished" | null> {
  const waiting = await move({
    ...{ operation: "cancel the job", tenantId, jobId, to: "finished" },
    tell: (job) => jobFinished(job, { outcome: "cancelled", reason: cancelledWaiting, at }),
    change: (patch) =>
      patch
        .set({
          status: "finished",
          outcome: "cancelled",
          outcomeReason: cancelledWaiting,
          finishedAt: at,
          cancelRequestedAt: at,
        })
        .where((job, is) => is.eq(job.status, "queued")),
  });
  if (waiting !== null) return "cancelled";
  const running = await conditionalCall("cancel the job", () =>
    entity
      .patch({ tenantId, jobId })
      .data((job, set) => set.ifNotExists(job.cancelRequestedAt, at))
      .where((job, is) => is.eq(job.status, "running"))
      .go(),
  );
  if (running !== null) return "requested";
  const { data } = await storageCall("read the job", () =>
    entity.get({ tenantId, jobId }).go({ consistent: true }),
  );
  return data === null ? null : "finished";
}

/**
 * Ends the job, once; null when it has ended before. A job cancelled while it waited has ended without metrics and
 * trajectory: these are added to it, if the outcome is the same.
 */
async function finish({ move, entity, rows }: Parts, finish: JobFinish): Promise<Job | null> {
  const { tenantId, jobId, at, outcome, usage, usageByRole, ...rest } = finish;
  const used = { ...(usage && { usage: defined(usage) }), ...(usageByRole && rolesUsage(usageByRole)) };
  const finished = await move({
    ...{ operation: "finish the job", tenantId, jobId, to: "finished" },
    tell: (job) =>
      jobFinished({ ...job, ...defined({ usage }) }, { outcome, reason: rest.outcomeReason, at }),
    change: (patch) =>
      patch
        .set({ ...rest, ...used, status: "finished", outcome, finishedAt: at })
        .remove(["waiting", "pause"])
        .where((job, is) => is.ne(job.status, "finished")),
  });
  if (finished !== null && finished !== "noRoom") return finished;
  const completed = await changeItem("complete the finished job", parseJob, () =>
    entity
      .patch({ tenantId, jobId })
      .set({ metrics: rest.metrics, trajectoryKey: rest.trajectoryKey })
      .remove(["waiting", "pause"])
      .where((job, is) => `${is.eq(job.outcome, outcome)} AND ${is.notExists(job.trajectoryKey)}`),
  );
  if (completed !== null) await rows.keep(completed);
  return completed;
}
