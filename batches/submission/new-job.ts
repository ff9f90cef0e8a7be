import { perceptionOf } from "#agent/dialects/perception-of.ts";
import { noUsage, noUsageByRole } from "#agent/model-calls/usage.ts";
import { roleSettings } from "#agent/models/role-settings.ts";
import { newPromptMarker } from "#agent/prompt/prompt-marker.ts";
import { jobAgent } from "#agent/roles/check-agent.ts";
import type { JobAgent } from "#shared/contracts/job/agent.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { SessionSettings } from "#shared/contracts/session/session.ts";
import type { BatchPlace } from "#shared/contracts/values/batch-ids.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { isForeign } from "#shared/rules/agent-kind.ts";
import { noAmounts } from "#shared/rules/budget/budget-amounts.ts";
import { sharedBudgetOf } from "#shared/rules/budget/shared-budget.ts";
import { effectivePolicy } from "#shared/rules/policy/effective-policy.ts";
import { defined } from "#shared/values/defined.ts";
import type { CheckedRequest } from "./check-request.ts";
import { chooseQueue } from "./choose-queue.ts";
import { chooseRoles } from "./choose-roles.ts";
import type { SubmissionFacts } from "./submission-facts.ts";

interface NewJobRuntime {
  readonly now: () => Date;
  readonly newId: () => string;
}

/** What it belongs to. */
export interface NewJobOrigin {
  readonly batch?: BatchPlace;
  readonly retryOf?: JobId;
  /** Of a kind that no request may name, such as a session. */
  readonly agent?: JobAgent;
  readonly session?: SessionSettings;
}

/**
 * A job as it is first stored, with its own id, its queue chosen. What it does again (`source`) is to be stored apart,
 * by storeRecording, before the job is. @throws PoolNotFound, InvalidRequest, DeviceBusy
 */
export async function newJob(
  { request, source }: CheckedRequest,
  facts: SubmissionFacts,
  { now, newId }: NewJobRuntime,
  { batch, retryOf, session, agent = request.agent && jobAgent(request.agent) }: NewJobOrigin = {},
): Promise<Job> {
  const { dialect, model } = roleSettings("agent", request.models, facts.farm);
  const roleJobs = await chooseRoles(request, facts, newId);
  // A job with roles has no device of its own: it is found with its first role's.
  const { pool, queueUrl } = roleJobs?.[0]
    ? { pool: roleJobs[0].pool, queueUrl: roleJobs[0].poolQueueUrl }
    : await chooseQueue(request, facts);
  const { config, batchBudget = {} } = facts;
  const ofBatch = batch && { batchId: batch.batchId, budget: batchBudget };
  const sharedBudget = sharedBudgetOf({ perDay: config.budgets.perDay, batch: ofBatch }, now());
  // What is to be done again is kept beside the job.
  const { source: _beside, agent: _kept, ...kept } = request;
  const agentModel = isForeign({ agent }) ? undefined : model;
  return {
    ...kept,
    perception: perceptionOf(dialect, request.perception),
    policy: effectivePolicy(request.policy, config.policy, facts.tenantId).policy,
    schemaVersion: 1,
    tenantId: facts.tenantId,
    jobId: JobId.parse(newId()),
    ...defined({
      agent,
      session,
      agentModel,
      batch,
      source: source?.source,
      sharedBudget,
      retryOf,
      roleJobs,
    }),
    pool,
    poolQueueUrl: queueUrl,
    status: "queued",
    createdAt: now().toISOString(),
    acquisition: 0,
    promptMarker: newPromptMarker(),
    stepCount: 0,
    messageCount: 0,
    waitedMilliseconds: 0,
    turnMilliseconds: 0,
    pausedMilliseconds: 0,
    spentTokens: 0,
    spentUsd: 0,
    spentOutputTokens: 0,
    granted: noAmounts,
    heldMilliseconds: 0,
    usage: noUsage,
    usageByRole: noUsageByRole,
  };
}
