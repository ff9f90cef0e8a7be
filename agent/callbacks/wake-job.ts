import { isTurnCallback, turnCallback } from "#shared/contracts/job/callback.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { outsideAgent } from "#shared/rules/agent-kind.ts";
import type { CallbackKey } from "#shared/storage/artifacts/callback-store.ts";
import { errorFields } from "../environment/runtime-logger.ts";
import type { Runtime } from "../runtime/services.ts";
import { deliverCallback, turnAgain } from "./deliver-callback.ts";

/**
 * Lets a job that is to end and waits for a person, a check or its agent's turn go to its end. When this fails, it ends when its wait does: that
 * it was cancelled stands.
 */
export async function wakeJob(job: Job, runtime: Runtime<"api">): Promise<void> {
  const { tenantId, jobId, pause } = job;
  if (pause !== undefined) await wake({ tenantId, jobId, callbackId: pause.callbackId }, runtime);
  if (outsideAgent(job) === null) return;
  const turn = await runtime.repositories.turns.latest(tenantId, jobId);
  if (turn !== null) await wake({ tenantId, jobId, callbackId: turnCallback(turn.turnId) }, runtime);
}

const atOnce = 20;

/** The same for all jobs of a tenant that wait. */
export async function wakeJobs(tenantId: TenantId, runtime: Runtime<"api">): Promise<void> {
  const waiting = await runtime.callbacks.list(tenantId);
  for (let from = 0; from < waiting.length; from += atOnce) {
    await Promise.all(waiting.slice(from, from + atOnce).map((callback) => wake(callback, runtime)));
  }
}

async function wake(callback: CallbackKey, runtime: Runtime<"api">): Promise<void> {
  const answer = isTurnCallback(callback.callbackId) ? turnAgain : { cancelled: true };
  await deliverCallback(callback, answer, runtime).catch((error: unknown) => {
    const { jobId, callbackId } = callback;
    runtime.logger.error("not woken", { jobId, callbackId, ...errorFields(error) });
  });
}
