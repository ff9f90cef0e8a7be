import type { AgentClaim } from "../../contracts/agent/agent-claim.ts";
import type { Job, JobPause, JobWait } from "../../contracts/job/job.ts";
import type { ReviewSummary } from "../../contracts/job/review.ts";
import type { JudgementSummary } from "../../contracts/judging/judging.ts";
import type { DeviceLoss } from "../../contracts/session/session.ts";
import type { Divergence } from "../../contracts/step/job-source.ts";
import type { ErrorId, JobId, TenantId } from "../../contracts/values/ids.ts";
import { operationsOn } from "../table/operations-on.ts";
import { wrote } from "../table/storage-call.ts";
import type { JobEntity } from "./job-entity.ts";
import { type JobParts, noteLate } from "./job-usage.ts";

/** What a job keeps of its judgement. */
export type JudgedJob = JudgementSummary & Pick<Job, "judgement" | "judgementKey">;

/** What is noted on a job while it runs. Each is false when there is no such job. */
export const createJobNotes = (parts: JobParts) => ({
  ...operationsOn(parts, { saveReview }),
  ...operationsOn(parts.entity, {
    wait,
    endWait,
    pause,
    renewPause,
    endPause,
    saveClaim,
    saveSession,
    noteDeviceLost,
    saveAdbPorts,
    saveJudgement,
    saveDivergence,
    setLastError,
    saveDevice,
    saveTaskSteps,
    saveHeard: noting<Required<Pick<Job, "task" | "voice">> & Pick<Job, "pauseRequestedAt">>(),
    setExecutionArn,
  }),
});

const note = (entity: JobEntity, tenantId: TenantId, jobId: JobId, values: Partial<Job>) =>
  wrote("store a note on the job", () => entity.patch({ tenantId, jobId }).set(values).go());

const noting =
  <Values extends Partial<Job>>() =>
  (entity: JobEntity, tenantId: TenantId, jobId: JobId, values: Values) =>
    note(entity, tenantId, jobId, values);

/** False when the job has ended. */
const wait = (entity: JobEntity, tenantId: TenantId, jobId: JobId, waiting: JobWait) =>
  wrote("make the job wait", () =>
    entity
      .patch({ tenantId, jobId })
      .set({ waiting })
      .where((job, is) => is.ne(job.status, "finished"))
      .go(),
  );

/** The model has answered; what the wait took is counted once. */
const endWait = (
  entity: JobEntity,
  { tenantId, jobId, waiting }: Pick<Job, "tenantId" | "jobId" | "waiting">,
  milliseconds: number,
) =>
  wrote("end the job's wait", () =>
    entity
      .patch({ tenantId, jobId })
      .data((job, set) => {
        set.remove(job.waiting);
        set.add(job.waitedMilliseconds, milliseconds, 0);
        if (waiting?.turnFor !== undefined) set.add(job.turnMilliseconds, milliseconds, 0);
      })
      .where((job, is) => is.exists(job.waiting))
      .go(),
  );

/** False when the job has ended, or pauses for this already: the first pause's times stand. */
const pause = (entity: JobEntity, tenantId: TenantId, jobId: JobId, pause: JobPause) =>
  wrote("pause the job", () =>
    entity
      .patch({ tenantId, jobId })
      .set({ pause })
      .where((job, is) => `${is.ne(job.status, "finished")} AND ${is.notExists(job.pause)}`)
      .go(),
  );

/** The same pause until later, if it is later: what it took until now is counted once. */
async function renewPause(
  entity: JobEntity,
  { tenantId, jobId, pause }: Pick<Job, "tenantId" | "jobId" | "pause">,
  renewed: JobPause,
) {
  const took = Math.max(0, Date.parse(renewed.since) - Date.parse(pause?.since ?? renewed.since));
  return wrote("renew the job's pause", () =>
    entity
      .patch({ tenantId, jobId })
      .set({ pause: renewed })
      .data((job, set) => set.add(job.pausedMilliseconds, took, 0))
      .where((job, is) => is.lt(job.pause.until, renewed.until))
      .go(),
  );
}

/** What the pause took is counted once. */
const endPause = (entity: JobEntity, tenantId: TenantId, jobId: JobId, milliseconds: number) =>
  wrote("end the job's pause", () =>
    entity
      .patch({ tenantId, jobId })
      .data((job, set) => {
        set.remove(job.pause);
        set.add(job.pausedMilliseconds, milliseconds, 0);
      })
      .where((job, is) => is.exists(job.pause))
      .go(),
  );

const saveClaim = (entity: JobEntity, tenantId: TenantId, jobId: JobId, claim: AgentClaim) =>
  note(entity, tenantId, jobId, { claim });

const saveSession =
  noting<Pick<Partial<Job>, "sessionUsedAt" | "sessionEndedAt" | "instruction" | "deviceLost">>();

/** The first reason stands. False also when it is not a session, has another device by now or is to end. */
const noteDeviceLost = (
  entity: JobEntity,
  tenantId: TenantId,
  jobId: JobId,
  deviceLost: DeviceLoss,
): Promise<boolean> =>
  wrote("note the lost device", () =>
    entity
      .patch({ tenantId, jobId })
      .set({ deviceLost })
      .where((job, is) => {
        const lost = job.deviceLost;
        const isNew = [
          is.notExists(lost),
          is.ne(lost.deviceId, deviceLost.deviceId),
          is.ne(lost.epoch, deviceLost.epoch),
        ].join(" OR ");
        return [
          ...[is.exists(job.session), is.eq(job.status, "running"), is.notExists(job.cancelRequestedAt)],
          ...[is.eq(job.deviceId, deviceLost.deviceId), is.eq(job.leaseEpoch, deviceLost.epoch)],
          `(${isNew})`,
        ].join(" AND ");
      })
      .go(),
  );

const saveAdbPorts = (entity: JobEntity, tenantId: TenantId, jobId: JobId, adbPorts: Job["adbPorts"]) =>
  note(entity, tenantId, jobId, { adbPorts });

/** What a host found at the end. */
const saveJudgement = noting<JudgedJob>();

const saveDivergence = (entity: JobEntity, tenantId: TenantId, jobId: JobId, divergence: Divergence) =>
  note(entity, tenantId, jobId, { divergence });

const setLastError = (
  entity: JobEntity,
  tenantId: TenantId,
  jobId: JobId,
  lastErrorId: ErrorId,
  lastErrorCode: string,
) => note(entity, tenantId, jobId, { lastErrorId, lastErrorCode });

/** What its device is, what the host found on it before the agent started, how the job began there, and what was recorded of it. */
const saveDevice =
  noting<
    Pick<
      Partial<Job>,
      | "deviceFacts"
      | "deviceContextKey"
      | "start"
      | "recordings"
      | "appLogs"
      | "preparedApps"
      | "baseline"
      | "alreadySatisfied"
      | "foundDevice"
    >
  >();

const saveTaskSteps = noting<Pick<Job, "taskSteps"> & Partial<Pick<Job, "decomposition">>>();

/** The last one counts: false when there is a later one already. */
const saveReview = (parts: JobParts, tenantId: TenantId, jobId: JobId, review: ReviewSummary) =>
  noteLate(parts, "note the review", () =>
    parts.entity
      .patch({ tenantId, jobId })
      .set({ review })
      .where((job, is) => `${is.notExists(job.review)} OR ${is.lt(job.review.reviewId, review.reviewId)}`),
  );

const setExecutionArn = (entity: JobEntity, tenantId: TenantId, jobId: JobId, executionArn: string) =>
  note(entity, tenantId, jobId, { executionArn });
