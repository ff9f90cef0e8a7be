import { openInstruction } from "#agent/outside/open-instruction.ts";
import { findJob, noSuch } from "#agent/runtime/find-job.ts";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import type { SessionResponse } from "#shared/contracts/api/responses/session-response.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { EndReason } from "#shared/contracts/job/job-end.ts";
import type { SessionEndReason, SessionSettings, SessionStatus } from "#shared/contracts/session/session.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { isOpenTurn } from "#shared/contracts/workflow/turn.ts";
import { openLoss, presentLoss } from "#shared/rules/device-loss.ts";
import { defined } from "#shared/values/defined.ts";
import { jobView } from "../jobs/job-view.ts";
import { withLoss } from "./lost-device.ts";

export type SessionJob = Job & { readonly session: SessionSettings };

/** @throws NotFound, also for a job that is not a session */
export async function findSession(
  tenantId: TenantId,
  id: JobId,
  runtime: Runtime<"api">,
): Promise<SessionJob> {
  const job = await findJob(tenantId, id, runtime);
  const { session } = job;
  if (session === undefined) throw noSuch("session", id);
  return { ...job, session };
}

/** Any call of its user's is use: its idle time begins again. */
export const noteUse = (
  { tenantId, jobId }: Pick<Job, "tenantId" | "jobId">,
  { repositories, now }: Pick<Runtime<"api">, "repositories" | "now">,
): Promise<boolean> => repositories.jobs.saveSession(tenantId, jobId, { sessionUsedAt: now().toISOString() });

/** A session as its user sees it. */
export async function sessionView(found: SessionJob, runtime: Runtime<"api">): Promise<SessionResponse> {
  const job = await withLoss(found, runtime);
  const { session, jobId, status: jobStatus, pool, tags, stepCount, debug, createdAt } = job;
  const { startedAt, finishedAt, deviceId, hostId, adbPorts, deviceLost, outcomeReason } = job;
  const [status, view] = await Promise.all([
    statusOf(job, runtime),
    jobStatus === "queued" && openLoss(job) === null ? jobView(job, runtime) : null,
  ]);
  const endReason = sessionEnd(job);
  return {
    sessionId: jobId,
    status,
    jobStatus,
    createdAt,
    pool,
    ...session,
    tags,
    record: debug,
    stepCount,
    ...defined({ startedAt, finishedAt, deviceId, hostId, adbPorts, deviceLost, endReason }),
    ...defined({ waitingBecause: view?.waitingBecause, place: view?.queue?.ahead, endDetail: outcomeReason }),
  };
}

async function statusOf(
  job: SessionJob,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<SessionStatus> {
  if (job.status === "finished") return "ended";
  if (openLoss(job) !== null) return "deviceLost";
  if (job.status === "queued" || presentLoss(job) !== null) return "waiting";
  const turn = await repositories.turns.latest(job.tenantId, job.jobId);
  if (turn === null || !isOpenTurn(turn, now())) return "busy";
  return openInstruction(job, turn.stepNumber) === null && job.cancelRequestedAt === undefined
    ? "ready"
    : "busy";
}

const ends: Readonly<Partial<Record<EndReason, SessionEndReason>>> = {
  idle: "idle",
  agentSilent: "idle",
  timeout: "hardTimeout",
  cancelled: "cancelled",
  maxSteps: "limit",
  tokens: "limit",
  cost: "limit",
  budget: "limit",
};

const hostCodes = /^(Host|AdbServer|States\.HeartbeatTimeout$)/;
const deviceCodes = /^(Device|LeaseLost$|NoScreen|TreeUnavailable)/;

/** Why it ended, of a list; undefined while it has not. */
export function sessionEnd(job: SessionJob): SessionEndReason | undefined {
  const { status, endReason, sessionEndedAt, deviceId, lastErrorCode = "" } = job;
  if (status !== "finished") return undefined;
  const byUser = sessionEndedAt !== undefined && (endReason ?? "cancelled") === "cancelled";
  if (byUser) return "ended";
  const known = endReason === undefined ? undefined : ends[endReason];
  if (known !== undefined) return known;
  if (job.outcome === "cancelled") return "cancelled";
  if (deviceId === undefined) return "noDevice";
  if (hostCodes.test(lastErrorCode)) return "hostGone";
  return deviceCodes.test(lastErrorCode) ? "deviceLost" : "failed";
}
