import type { RoleJob } from "#shared/contracts/agent/role.ts";
import { Job } from "#shared/contracts/job/job.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import { totalDeadline } from "#shared/values/total-time.ts";
import { noUsage, noUsageByRole } from "../model-calls/usage.ts";
import { newPromptMarker } from "../prompt/prompt-marker.ts";
import { gatherSecondsOf } from "../role-board/gathering.ts";
import { roleRequest } from "../role-board/role-request.ts";
import { partTrace } from "../tracing/new-trace.ts";
import { jobAgent } from "./check-agent.ts";

/** The job of one role, as it is first stored. */
export function roleJob(whole: Job, { role, jobId, pool, poolQueueUrl }: RoleJob, now: Date): Job {
  const asked = whole.roles?.[role];
  if (asked === undefined) throw new DroverError("NotFound", `Job ${whole.jobId} has no role '${role}'.`);
  const { agent: _kept, ...request } = roleRequest(JobRequest.strip().parse(whole), role, asked);
  const leftSeconds = Math.floor((totalDeadline(whole) - now.getTime()) / 1_000);
  const { tenantId, policy, sharedBudget } = whole;
  return Job.parse({
    ...request,
    ...defined({ agent: asked.agent === undefined ? whole.agent : jobAgent(asked.agent), sharedBudget }),
    limits: {
      ...request.limits,
      queueSeconds: gatherSecondsOf(whole),
      ...(Number.isFinite(leftSeconds) ? { totalSeconds: Math.max(10, leftSeconds) } : {}),
    },
    policy,
    schemaVersion: 1,
    tenantId,
    jobId,
    ...defined({ trace: partTrace(whole) }),
    roleOf: { jobId: whole.jobId, role },
    pool,
    poolQueueUrl,
    status: "queued",
    createdAt: now.toISOString(),
    acquisition: 0,
    promptMarker: newPromptMarker(),
    stepCount: 0,
    usage: noUsage,
    usageByRole: noUsageByRole,
  });
}
