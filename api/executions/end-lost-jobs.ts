import { StopExecutionCommand } from "@aws-sdk/client-sfn";
import { executionOf } from "#agent/environment/machine-arn-of.ts";
import { errorFields } from "#agent/environment/runtime-logger.ts";
import { endAsLost } from "#agent/job/end-lost-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { damageBefore } from "./damage-before.ts";
import { describeExecution } from "./describe-execution.ts";
import type { TenantState } from "./read-tenant.ts";

type SweepRuntime = Runtime<"sweep-executions">;

/** Whoever stored a job starts it within seconds, or ends it; an execution that continues as another does so as quickly. */
const graceMilliseconds = 120_000;
/** DescribeExecution serves some 15 a second of an account; a sweep asks for this many of a tenant. */
const mostAsked = 100;

/** Jobs with a running execution: the service reports its end, or its list shows it. */
const seen = new Set<string>();
const mostSeen = 50_000;

/**
 * Ends jobs without a running execution whose end was not reported: queued ones that were never started, and running ones
 * with an expired lease and an ended or unknown execution, as after the loss of a journal. Returns how many.
 */
export async function endLostJobs(
  { queued, running, devices }: Pick<TenantState, "queued" | "running" | "devices">,
  runtime: SweepRuntime,
): Promise<number> {
  const now = runtime.now();
  const leases = new Map(devices.map((device) => [device.deviceId, device]));
  // What a part has is lent by its workflow.
  const isHeld = ({ jobId, parentJobId, deviceId, leaseEpoch }: Job): boolean => {
    const device = deviceId === undefined ? undefined : leases.get(deviceId);
    return (
      device?.leaseEpoch === leaseEpoch &&
      device?.leaseJobId === (parentJobId ?? jobId) &&
      Date.parse(device?.leaseExpiresAt ?? "") > now.getTime()
    );
  };
  const old = ({ createdAt }: Job): boolean => now.getTime() - Date.parse(createdAt) > graceMilliseconds;
  const silent = running.filter((job) => old(job) && !isHeld(job));
  const unknown = queued.filter((job) => old(job) && !seen.has(job.jobId));
  if (seen.size > mostSeen) seen.clear();
  let ended = 0;
  for (const job of [...silent, ...unknown].slice(0, mostAsked))
    if (await endIfLost(job, runtime)) ended += 1;
  return ended;
}

/** A failure does not block the others; the next sweep tries again. */
async function endIfLost(job: Job, runtime: SweepRuntime): Promise<boolean> {
  try {
    const why = await lostBecause(job, runtime);
    if (why === null) return false;
    // The job was read before its execution: it may have changed since.
    const now = await runtime.repositories.jobs.get(job.tenantId, job.jobId);
    if (now === null || now.status !== job.status || now.executionArn !== job.executionArn) return false;
    await endAsLost(now, why, runtime);
    runtime.logger.warn("ended a job without a running execution", { jobId: job.jobId, why });
    return true;
  } catch (error) {
    runtime.logger.error("a lost job was not ended", { jobId: job.jobId, ...errorFields(error) });
    return false;
  }
}

/** Null: its execution runs, or its end is somebody else's affair. */
async function lostBecause(job: Job, runtime: SweepRuntime): Promise<string | null> {
  const executionArn = executionOf(job, runtime.environment);
  const { is, words, endedAt, isKept } = await describeExecution(executionArn, runtime);
  const damage = damageBefore(job.createdAt, runtime);
  if (is === "unknown" && damage !== null) return `Its execution is lost: ${damage}.`;
  if (is === "unknown")
    return job.status === "queued"
      ? "Its execution was never started, or is no longer known."
      : "Its execution is no longer known, and nobody renews its lease.";
  if (is === "open") {
    // Its lease is not renewed, and the message about that may be lost. Stopping the execution ends its job.
    if (job.status === "running" && damage !== null)
      await (await runtime.clients.sfn()).send(
        new StopExecutionCommand({
          executionArn,
          error: "JournalDamaged",
          cause: `It was set back: ${damage}.`,
        }),
      );
    else seen.add(job.jobId);
    return null;
  }
  // Whoever waits for it, or was called for it, comes first.
  const isYoung = runtime.now().getTime() - endedAt < graceMilliseconds;
  return isYoung || isKept ? null : `Its execution ended with ${words}, before the job had ended.`;
}
