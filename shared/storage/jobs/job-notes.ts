import type { AgentClaim } from "../../contracts/agent/agent-claim.ts";
import { type ModelRole, ModelUsage } from "../../contracts/agent/model-settings.ts";
import type { Job, JobPause, JobWait } from "../../contracts/job/job.ts";
import type { Divergence } from "../../contracts/job/job-source.ts";
import type { JudgementSummary } from "../../contracts/judging/judging.ts";
import type { ReviewSummary } from "../../contracts/result/review.ts";
import type { DeviceLoss } from "../../contracts/session/session.ts";
import type { ErrorId, JobId, TenantId } from "../../contracts/values/ids.ts";
import { conditionalCall } from "../table/storage-call.ts";
import type { JobEntity } from "./job-entity.ts";
import { type Spent, spending } from "./job-spending.ts";

/** What a job keeps of its judgement. */
export type JudgedJob = JudgementSummary & Pick<Job, "judgement" | "judgementKey">;

type JobChange = Parameters<ReturnType<JobEntity["patch"]>["data"]>[0];

interface Counted {
  readonly usage: ModelUsage;
  /** Whose calls they were; absent for a job that does not keep roles apart. */
  readonly role?: ModelRole;
}

/** Whose calls are counted on a job, as `recordTurn` and `addUsage` take it: jobs of before have no place for it. */
export const roleOn = (job: Pick<Job, "usageByRole">, role: ModelRole): Pick<Counted, "role"> =>
  job.usageByRole[role] === undefined ? {} : { role };

const addingUsage =
  ({ usage, role }: Counted): JobChange =>
  (job, set) => {
    for (const name of Object.keys(ModelUsage.shape) as (keyof ModelUsage)[]) {
      const more = usage[name];
      if (more === undefined || more === 0) continue;
      set.add(job.usage[name], more, 0);
      if (role !== undefined) set.add(job.usageByRole[role][name], more, 0);
    }
  };

/** Whether what was to be written was: false when its condition did not hold. */
const wrote = async (operation: string, write: () => Promise<unknown>): Promise<boolean> =>
  (await conditionalCall(operation, write)) !== null;

/** What is noted on a job while it runs. Each is false when there is no such job, or for `recordTurn` a later turn. */
export function createJobNotes(entity: JobEntity) {
  const note = async (
    tenantId: TenantId,
    jobId: JobId,
    values: Pick<
      Partial<Job>,
      | "claim"
      | keyof JudgedJob
      | "baseline"
      | "foundDevice"
      | "alreadySatisfied"
      | "lastErrorId"
      | "lastErrorCode"
      | "executionArn"
      | "taskSteps"
      | "decomposition"
      | "deviceFacts"
      | "deviceContextKey"
      | "start"
      | "recordings"
      | "preparedApps"
      | "divergence"
      | "adbPorts"
      | "sessionUsedAt"
      | "sessionEndedAt"
      | "instruction"
    >,
  ): Promise<boolean> => wrote("note on the job", () => entity.patch({ tenantId, jobId }).set(values).go());

  return {
    /** Counts a turn and its tokens once, however often it is called for the same step, and settles its calls with it. */
    async recordTurn(
      turn: Counted & { tenantId: TenantId; jobId: JobId; stepNumber: number; settled?: Spent },
    ) {
      const { tenantId, jobId, stepNumber, settled } = turn;
      return wrote("record the turn", () =>
        entity
          .patch({ tenantId, jobId })
          .set({ stepCount: stepNumber })
          .data(addingUsage(turn))
          .data(settled === undefined ? () => undefined : spending(settled))
          .where((job, is) => is.lt(job.stepCount, stepNumber))
          .go(),
      );
    },
    /** For a turn that made no step. */
    async addUsage(tenantId: TenantId, jobId: JobId, spent: Counted): Promise<boolean> {
      return wrote("count the tokens", () => entity.patch({ tenantId, jobId }).data(addingUsage(spent)).go());
    },
    /** False when the job has ended. */
    async wait(tenantId: TenantId, jobId: JobId, waiting: JobWait): Promise<boolean> {
      return wrote("let the job wait", () =>
        entity
          .patch({ tenantId, jobId })
          .set({ waiting })
          .where((job, is) => is.ne(job.status, "finished"))
          .go(),
      );
    },
    /** The model has answered; what the wait took is counted once. */
    async endWait(
      { tenantId, jobId, waiting }: Pick<Job, "tenantId" | "jobId" | "waiting">,
      milliseconds: number,
    ): Promise<boolean> {
      return wrote("end the job's wait", () =>
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
    },
    /** False when the job has ended, or pauses for this already: the first pause's times stand. */
    async pause(tenantId: TenantId, jobId: JobId, pause: JobPause): Promise<boolean> {
      return wrote("let the job pause", () =>
        entity
          .patch({ tenantId, jobId })
          .set({ pause })
          .where((job, is) => `${is.ne(job.status, "finished")} AND ${is.notExists(job.pause)}`)
          .go(),
      );
    },
    /** The same pause until later, if it is later: what it took until now is counted once. */
    async renewPause(
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
    },
    /** What the pause took is counted once. */
    async endPause(tenantId: TenantId, jobId: JobId, milliseconds: number): Promise<boolean> {
      return wrote("end the job's pause", () =>
        entity
          .patch({ tenantId, jobId })
          .data((job, set) => {
            set.remove(job.pause);
            set.add(job.pausedMilliseconds, milliseconds, 0);
          })
          .where((job, is) => is.exists(job.pause))
          .go(),
      );
    },
    saveClaim: (tenantId: TenantId, jobId: JobId, claim: AgentClaim) => note(tenantId, jobId, { claim }),
    /** What a host found before the agent started. */
    saveBaseline: (
      tenantId: TenantId,
      jobId: JobId,
      noted: Pick<Partial<Job>, "baseline" | "alreadySatisfied" | "foundDevice">,
    ) => note(tenantId, jobId, noted),
    saveSession: (
      tenantId: TenantId,
      jobId: JobId,
      noted: Pick<Partial<Job>, "sessionUsedAt" | "sessionEndedAt" | "instruction" | "deviceLost">,
    ) => note(tenantId, jobId, noted),
    /** The first reason stands. False also when it is no session, has another device by now or is to end. */
    noteDeviceLost: (tenantId: TenantId, jobId: JobId, deviceLost: DeviceLoss): Promise<boolean> =>
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
      ),
    saveAdbPorts: (tenantId: TenantId, jobId: JobId, adbPorts: Job["adbPorts"]) =>
      note(tenantId, jobId, { adbPorts }),
    /** What a host found at the end. */
    saveJudgement: (tenantId: TenantId, jobId: JobId, judged: JudgedJob) => note(tenantId, jobId, judged),
    saveDivergence: (tenantId: TenantId, jobId: JobId, divergence: Divergence) =>
      note(tenantId, jobId, { divergence }),
    setLastError: (tenantId: TenantId, jobId: JobId, lastErrorId: ErrorId, lastErrorCode: string) =>
      note(tenantId, jobId, { lastErrorId, lastErrorCode }),
    /** What its device is, from what it began there, and what was recorded of it. */
    saveDevice: (
      tenantId: TenantId,
      jobId: JobId,
      device: Pick<
        Partial<Job>,
        "deviceFacts" | "deviceContextKey" | "start" | "recordings" | "preparedApps"
      >,
    ) => note(tenantId, jobId, device),
    saveTaskSteps: (
      tenantId: TenantId,
      jobId: JobId,
      parts: Pick<Job, "taskSteps"> & Partial<Pick<Job, "decomposition">>,
    ) => note(tenantId, jobId, parts),
    /** The last one counts: false when there is a later one already. */
    async saveReview(tenantId: TenantId, jobId: JobId, review: ReviewSummary): Promise<boolean> {
      return wrote("note the review", () =>
        entity
          .patch({ tenantId, jobId })
          .set({ review })
          .where((job, is) => `${is.notExists(job.review)} OR ${is.lt(job.review.reviewId, review.reviewId)}`)
          .go(),
      );
    },
    setExecutionArn: (tenantId: TenantId, jobId: JobId, executionArn: string) =>
      note(tenantId, jobId, { executionArn }),
  };
}
