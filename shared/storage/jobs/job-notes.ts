import type { AgentClaim } from "../../contracts/agent/agent-claim.ts";
import { type ModelRole, ModelUsage } from "../../contracts/agent/model-settings.ts";
import type { Job, JobPause, JobWait } from "../../contracts/job/job.ts";
import type { ReviewSummary } from "../../contracts/job/review.ts";
import type { JudgementSummary } from "../../contracts/judging/judging.ts";
import type { DeviceLoss } from "../../contracts/session/session.ts";
import type { Divergence } from "../../contracts/step/job-source.ts";
import type { ErrorId, JobId, TenantId } from "../../contracts/values/ids.ts";
import { operationsOn } from "../table/operations-on.ts";
import { conditionalCall, storageCall, wrote } from "../table/storage-call.ts";
import type { TableClient } from "../table/table-client.ts";
import { type TableWrite, transact } from "../table/transaction.ts";
import { type JobEntity, parseJob } from "./job-entity.ts";
import type { JobFactsRows } from "./job-facts-rows.ts";
import {
  type CallLimits,
  canReturn,
  type JobCondition,
  type Owed,
  roomFor,
  spending,
} from "./job-spending.ts";

/** What a job keeps of its judgement. */
export type JudgedJob = JudgementSummary & Pick<Job, "judgement" | "judgementKey">;

type JobChange = Parameters<ReturnType<JobEntity["patch"]>["data"]>[0];

interface Counted {
  readonly usage: ModelUsage;
  /** Whose calls they were; absent for a job that does not keep roles apart. */
  readonly role?: ModelRole;
  /** What the calls cost less than was reserved for them. */
  readonly settled?: Owed;
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

const settling = ({ settled }: Counted): JobChange =>
  settled === undefined ? () => undefined : spending(settled);

/** What is noted on a job while it runs. Each is false when there is no such job, or for `recordTurn` a later turn. */
export const createJobNotes = ({ entity, rows, dynamodb }: Parts) => ({
  ...operationsOn({ entity, rows, dynamodb }, { addUsage, saveReview }),
  ...operationsOn(entity, {
    recordTurn,
    countReading,
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

interface Parts {
  readonly entity: JobEntity;
  readonly rows: JobFactsRows;
  readonly dynamodb: TableClient;
}

/** A change that may come after the job's end: its facts follow. False when its condition did not hold. */
async function noteLate({ rows }: Parts, operation: string, change: () => ReturnType<JobEntity["patch"]>) {
  const changed = await conditionalCall(operation, () => change().go({ response: "all_new" }));
  if (changed?.data.status === "finished") await rows.keep(parseJob(changed.data));
  return changed !== null;
}

const note = (entity: JobEntity, tenantId: TenantId, jobId: JobId, values: Partial<Job>) =>
  wrote("store a note on the job", () => entity.patch({ tenantId, jobId }).set(values).go());

const noting =
  <Values extends Partial<Job>>() =>
  (entity: JobEntity, tenantId: TenantId, jobId: JobId, values: Values) =>
    note(entity, tenantId, jobId, values);

interface RecordedTurn extends Counted {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly stepNumber: number;
  /** As they stand after it; absent: as they were. */
  readonly taskSteps?: Job["taskSteps"];
  /** What is reserved with it for the turn after it, if the limits leave that. */
  readonly next?: { readonly ahead: NonNullable<Job["ahead"]>; readonly limits: CallLimits } | undefined;
}

/** Counts a turn and its tokens once, however often it is called for the same step, and settles its calls with it. */
async function recordTurn(entity: JobEntity, { next, taskSteps, ...turn }: RecordedTurn): Promise<boolean> {
  const { tenantId, jobId, stepNumber, settled = { tokens: 0, usd: 0 } } = turn;
  const write = (owed: Owed, ahead?: Job["ahead"], room: JobCondition = () => "") =>
    wrote("record the turn", () =>
      entity
        .patch({ tenantId, jobId })
        .set({ stepCount: stepNumber, taskSteps })
        .data(addingUsage(turn))
        .data(spending(owed, ahead))
        .where((job, is) => is.lt(job.stepCount, stepNumber))
        .where(canReturn(owed))
        .where(room)
        .go(),
    );
  const room = next && roomFor(settled, next.limits, next.ahead);
  if (next && room && (await write(settled, next.ahead, room))) return true;
  if (await write(settled)) return true;
  return settled.returned !== undefined && write({ ...settled, returned: undefined });
}

/** What came of calls: written with what they cost while the job runs. */
export interface CallResult {
  readonly write: TableWrite;
  /** Of the agent, if the calls accepted it. */
  readonly claim?: AgentClaim | undefined;
}

/** For calls that made no step. */
async function addUsage(
  parts: Parts,
  tenantId: TenantId,
  jobId: JobId,
  spent: Counted,
  result?: CallResult,
): Promise<boolean> {
  const change = () => parts.entity.patch({ tenantId, jobId }).data(addingUsage(spent)).data(settling(spent));
  if (result !== undefined) {
    const { write, claim } = result;
    const running = change()
      .set({ claim })
      .where((job, is) => is.ne(job.status, "finished"));
    const { canceled } = await storageCall("count the tokens", () =>
      transact(parts.dynamodb, [running.commit(), write.commit()]),
    );
    if (!canceled) return true;
  }
  // Each by itself, then: what was spent counts, whatever became of the result.
  const counted = await noteLate(parts, "count the tokens", change);
  if (result !== undefined) await wrote("store what a model answered", () => result.write.go());
  return counted;
}

/** A picture that a cloud service read for it. */
const countReading = (entity: JobEntity, tenantId: TenantId, jobId: JobId, usd: number) =>
  wrote("count what was read", () =>
    entity
      .patch({ tenantId, jobId })
      .data(spending({ tokens: 0, usd }))
      .data((job, set) => {
        set.add(job.cloudReadings, 1, 0);
        set.add(job.usage.costUsd, usd, 0);
      })
      .go(),
  );

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
const saveReview = (parts: Parts, tenantId: TenantId, jobId: JobId, review: ReviewSummary) =>
  noteLate(parts, "note the review", () =>
    parts.entity
      .patch({ tenantId, jobId })
      .set({ review })
      .where((job, is) => `${is.notExists(job.review)} OR ${is.lt(job.review.reviewId, review.reviewId)}`),
  );

const setExecutionArn = (entity: JobEntity, tenantId: TenantId, jobId: JobId, executionArn: string) =>
  note(entity, tenantId, jobId, { executionArn });
