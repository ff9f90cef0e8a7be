import { openInstruction } from "#agent/outside/open-instruction.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { awaitTurn } from "#agent/taken-turns/await-turn.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import type { Turn } from "#shared/contracts/workflow/turn.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { requireNoLoss, withLoss } from "./lost-device.ts";
import { findSession, type SessionJob, sessionEnd } from "./session-view.ts";

interface WaitingTurn {
  readonly job: SessionJob;
  readonly turn: Turn;
}

/**
 * The turn in which the session waits for its user.
 * @throws NotFound, JobFinished, LeaseLost, NotReady while it waits for a device or runs a command
 */
export async function waitingTurn(
  tenantId: TenantId,
  jobId: JobId,
  waitSeconds: number,
  runtime: Runtime<"api">,
): Promise<WaitingTurn> {
  requireUsable(await withLoss(await findSession(tenantId, jobId, runtime), runtime));
  const { turn } = await awaitTurn({ tenantId, jobId, waitSeconds }, runtime);
  const job = await findSession(tenantId, jobId, runtime);
  requireUsable(job);
  if (turn === null || openInstruction(job, turn.stepNumber) !== null) throw notReady(job);
  return { job, turn };
}

function requireUsable(job: SessionJob): void {
  checkLives(job);
  requireNoLoss(job);
}

/** @throws JobFinished */
export function checkLives(job: SessionJob): void {
  if (job.status !== "finished" && job.cancelRequestedAt === undefined) return;
  const how = job.status === "finished" ? `has ended: ${sessionEnd(job)}` : "is ending";
  throw new DroverError("JobFinished", `Session ${job.jobId} ${how}.`);
}

export function notReady({ jobId, status, session }: Job): DroverError {
  const [what, path] = session === undefined ? ["Job", "jobs"] : ["Session", "sessions"];
  const why = status === "queued" ? "waits for a device" : "is still busy with the request before";
  const when = session === undefined ? "has a deviceId" : "says ready";
  return new DroverError("NotReady", `${what} ${jobId} ${why}.`, {
    advice: [`Try again when GET /v1/${path}/${jobId} ${when}.`],
  });
}
