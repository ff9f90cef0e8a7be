import type { QuestionCounts } from "#shared/contracts/agent/simulated-user.ts";
import { trajectoryKey } from "#shared/contracts/farm/keys.ts";
import { outcomeMetrics, poolDimension } from "#shared/contracts/farm/metrics.ts";
import { type Job, JobOutcome, mostApps } from "#shared/contracts/job/job.ts";
import type { EndReason } from "#shared/contracts/job/job-end.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { FinishJobInput } from "#shared/contracts/workflow/finish-job.ts";
import { addedCounts, questionCounts } from "#shared/rules/statistics/question-counts.ts";
import { defined } from "#shared/values/defined.ts";
import { heldInAll } from "#shared/values/held-time.ts";
import { closeGrant } from "../budget/close-grant.ts";
import { jobSignal, turnSignals } from "../callbacks/turn-signals.ts";
import { closeTurn } from "../outside/close-turn.ts";
import { leaveGathering } from "../role-board/gathering.ts";
import type { Services } from "../runtime/services.ts";
import { buildTrajectory, type JobRecord, recordOf } from "./build-trajectory.ts";
import { jobMetrics } from "./metrics.ts";
import type { Ending } from "./outcome.ts";
import { recordFailedCheck } from "./record-failed-check.ts";
import { tellTrace } from "./tell-trace.ts";

interface End extends Ending {
  readonly alreadySatisfied?: boolean;
  /** That of the job's own checks. */
  readonly verdict?: FinishJobInput["verdict"];
  /** Absent: one for each error that the job has. */
  readonly recoveries?: number;
  /** Why the loop ended; absent for what had none. */
  readonly endReason?: EndReason | undefined;
  /** Where it was read with the job. */
  readonly record?: JobRecord;
  /** Of a workflow: what its parts did and used, which stands with their own jobs. */
  readonly parts?: {
    readonly steps: readonly Step[];
    readonly questions: readonly QuestionCounts[];
    /** Every one of them succeeded by checks of its own. */
    readonly isVerified: boolean;
  } & Pick<Job, "usage" | "usageByRole">;
}

/** Writes trajectory, metrics and outcome. The first end stands: a job that has ended is only completed. */
export async function writeEnd(job: Job, end: End, runtime: Services): Promise<Job> {
  const { tenantId, jobId } = job;
  const { jobs } = runtime.repositories;
  const now = runtime.now();
  const record = end.record ?? (await recordOf(job, runtime));
  const { steps } = record;
  const finish = {
    ...endedAs(job, end),
    ...defined({ endReason: end.endReason, usage: end.parts?.usage, usageByRole: end.parts?.usageByRole }),
    metrics: {
      ...jobMetrics(job, end.parts?.steps ?? steps, end.recoveries ?? record.errors.length, now),
      ...defined({ questions: askedOfUser(job, end, record) }),
    },
    trajectoryKey: trajectoryKey(tenantId, jobId),
    apps: appsSeen(end.parts?.steps ?? steps),
  };
  const at = now.toISOString();
  const finished: Job = { ...job, ...finish, status: "finished", finishedAt: job.finishedAt ?? at };
  const errors = await recordFailedCheck(finished, steps, record.errors, runtime);
  const trajectory = await buildTrajectory(finished, { ...record, errors }, runtime);
  // Before the job says that it is there.
  await runtime.artifacts.put(finish.trajectoryKey, JSON.stringify(trajectory), "application/json");
  const written = await jobs.finish({ tenantId, jobId, at, ...finish });
  // Whoever ended it before has told so.
  if (written !== null) {
    tellEnd(written, (end.parts?.steps ?? steps).length, runtime);
    await tellTrace(written, trajectory, runtime);
  }
  await completeEnd(job, runtime);
  const { outcome, outcomeReason: reason } = finish;
  const { progress, falseComplete, falseInfeasible, sideEffectCount } = job;
  const judged = defined({ progress, falseComplete, falseInfeasible, sideEffectCount });
  const missing = trajectory.completeness.missing.slice(0, 10);
  runtime.logger.info("finished", { outcome, reason, ...judged, missing });
  return written ?? (await jobs.get(tenantId, jobId)) ?? finished;
}

/**
 * What follows the end of a job: its budget's rest is given back, and nobody is waited for any more. Whatever finds a job ended calls it,
 * because the function that ended it may have died in between. What was done before stays as it is.
 */
export async function completeEnd(job: Job, runtime: Services): Promise<void> {
  await closeGrant(job, runtime);
  if (job.roles !== undefined) await leaveGathering(job, runtime);
  await closeQuestions(job, runtime);
  await closeTurn(job, runtime);
  turnSignals.tell(jobSignal(job.tenantId, job.jobId));
}

const endedAs = (job: Job, end: End) => ({
  outcome: end.outcome,
  outcomeReason: end.reason,
  ...(end.alreadySatisfied ? { alreadySatisfied: true } : {}),
  ...(isConfirmed(job, end) ? {} : { verdict: "unverified" as const }),
});

/** What succeeded was confirmed by checks: its own, or those of all its parts. */
const isConfirmed = (job: Job, { outcome, verdict, parts }: End): boolean =>
  outcome !== "succeeded" || (verdict ?? job.verdict) === "passed" || (parts?.isVerified ?? false);

/** What its simulated user was asked; undefined: it has none. */
function askedOfUser({ user }: Job, { parts }: End, { questions }: JobRecord): QuestionCounts | undefined {
  if (user === undefined) return undefined;
  return parts === undefined ? questionCounts(questions) : addedCounts(parts.questions);
}

/** In the order in which they were first in front. */
function appsSeen(steps: readonly Step[]): string[] {
  const seen = steps.flatMap(({ before, after }) => [before.package, after?.package ?? ""]);
  return [...new Set(seen)].filter((name) => name !== "" && name.length <= 300).slice(0, mostApps);
}

/** What waits for a person waits no more: nobody would hear the answer. */
async function closeQuestions(
  { tenantId, jobId, questions: policy }: Job,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<void> {
  if (policy === undefined) return;
  const { questions } = repositories;
  const asked = await questions.listByJob(tenantId, jobId);
  const open = asked.filter(({ status }) => status === "open");
  await Promise.all(open.map((question) => questions.expire(question, undefined, now().toISOString())));
}

/** How a job that has ended already ended, as `writeEnd` completes it. */
export const endingOf = ({ outcome, outcomeReason }: Job): Ending => ({
  outcome: JobOutcome.parse(outcome),
  reason: outcomeReason ?? "",
});

/** Counts a job that has just ended. A part's figures are in its workflow's, a role's in its whole's. `steps`: those of its parts too. */
function tellEnd(ended: Job, steps: number, { metrics, now }: Pick<Services, "metrics" | "now">): void {
  const { tenantId, pool, parentJobId, roleOf, outcome, usage } = ended;
  if (parentJobId !== undefined || roleOf !== undefined || outcome === undefined) return;
  metrics.tell(
    {
      [outcomeMetrics[outcome]]: 1,
      Steps: steps,
      QueueSeconds: (ended.metrics?.queuedMilliseconds ?? 0) / 1_000,
      DeviceSeconds: heldInAll(ended, now()) / 1_000,
      ModelDollars: usage.costUsd ?? 0,
    },
    poolDimension(tenantId, pool),
  );
}
