import type { Services } from "#agent/runtime/services.ts";
import type { ItemAttempt } from "#shared/contracts/batch/batch-item.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { agentLabel } from "#shared/rules/agent-words.ts";
import { failedBy } from "#shared/rules/judging/failed-by.ts";
import { isUnverified } from "#shared/rules/shown-outcome.ts";
import { defined } from "#shared/values/defined.ts";
import { roundUsd } from "#shared/values/round-usd.ts";

/** What a job that has ended came to, as its item keeps it. */
export async function endedAttempt(
  begun: ItemAttempt,
  job: Job,
  { repositories }: Pick<Services, "repositories">,
): Promise<ItemAttempt> {
  const { tenantId, jobId, lastErrorId, outcome, metrics, usage, createdAt, startedAt, finishedAt } = job;
  const error =
    outcome !== "inconclusive" || lastErrorId === undefined
      ? null
      : await repositories.errors.get(tenantId, jobId, lastErrorId);
  const end = Date.parse(finishedAt ?? createdAt);
  const { costUsd } = usage;
  return {
    ...begun,
    ...defined({
      endedAt: finishedAt,
      outcome,
      outcomeReason: job.outcomeReason?.slice(0, 300),
      failedCheck: failedBy(job),
      errorCode: error?.code.slice(0, 60),
      deviceId: job.deviceId,
      hostId: job.hostId,
      androidRelease: job.deviceFacts?.androidRelease,
      app: job.apps?.at(-1),
      agent: job.agent && agentLabel(job.agent),
      agentKind: job.agent?.kind,
      model: job.agentModel,
      costUsd: costUsd === undefined ? undefined : roundUsd(costUsd),
      progress: job.progress,
      falseComplete: job.falseComplete,
      verdict: isUnverified(job) ? ("unverified" as const) : undefined,
      sideEffects: job.sideEffectCount,
      questions: metrics?.questions,
      group: job.batch?.group,
      start: job.start,
    }),
    steps: await stepsOf(job, repositories),
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    wallMilliseconds: Math.max(0, end - Date.parse(createdAt)),
    queuedMilliseconds: metrics?.queuedMilliseconds ?? 0,
    deviceMilliseconds: startedAt === undefined ? 0 : Math.max(0, end - Date.parse(startedAt)),
  };
}

/** A workflow's are those of its parts, all attempts of each. */
async function stepsOf(
  { tenantId, stepCount, taskSteps = [] }: Job,
  { jobs }: Services["repositories"],
): Promise<number> {
  const parts = await Promise.all(
    taskSteps.flatMap(({ jobIds }) => jobIds).map((jobId) => jobs.get(tenantId, jobId)),
  );
  return parts.reduce((sum, part) => sum + (part?.stepCount ?? 0), stepCount);
}
