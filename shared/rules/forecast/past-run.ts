import type { JobFacts } from "../../contracts/job/job-facts.ts";

/** An attempt of the past, as forecasts draw from it. Times are seconds. */
export interface PastRun {
  /** Its id in its tasks file, or for a job of no batch its text. */
  readonly task: string;
  readonly variant: string | undefined;
  readonly model: string | undefined;
  /** Runs of one batch, or of one hour: what changes from day to day is the same for all of them. */
  readonly group: string;
  readonly isInconclusive: boolean;
  readonly isFailed: boolean;
  readonly steps: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Undefined: its model had no price. */
  readonly usd: number | undefined;
  /** For which it had a device, its own waits included. */
  readonly held: number;
  /** Of that, for models; and for its turn with one, or for a person. */
  readonly modelSeconds: number;
  readonly waited: number;
  /** Seconds since 1970. */
  readonly created: number;
  readonly started: number;
  readonly finished: number;
  readonly deviceId: string | undefined;
}

const secondsOf = (at: string): number => Date.parse(at) / 1_000;

/** The jobs that tell how long others take: those of an agent, or of a script, that had a device to themselves and were not broken off. */
export const pastRuns = (jobs: readonly JobFacts[]): readonly PastRun[] =>
  jobs.flatMap((job) => pastRun(job) ?? []);

function pastRun(job: JobFacts): PastRun | undefined {
  const { createdAt, startedAt, finishedAt, outcome, batch, metrics, usage } = job;
  if (startedAt === undefined || finishedAt === undefined || outcome === undefined) return undefined;
  if (outcome === "cancelled" || outcome === "invalid" || job.agent?.kind === "human") return undefined;
  if ((job.parentJobId ?? job.roleOf ?? job.roles ?? job.session ?? job.recovery) !== undefined)
    return undefined;
  const started = secondsOf(startedAt);
  const finished = secondsOf(finishedAt);
  return {
    task: batch?.taskId ?? `text ${job.task}`,
    variant: batch?.variant,
    model: job.agentModel,
    group: batch?.batchId ?? startedAt.slice(0, "2026-01-31T00".length),
    isInconclusive: outcome === "inconclusive",
    isFailed: outcome === "failed",
    steps: job.stepCount,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    usd: usage.costUsd ?? (usage.inputTokens + usage.outputTokens === 0 ? 0 : undefined),
    held: Math.max(0.001, finished - started),
    modelSeconds: (metrics?.inferenceMilliseconds ?? 0) / 1_000,
    waited: (metrics?.waitingMilliseconds ?? 0) / 1_000,
    created: secondsOf(createdAt),
    started,
    finished,
    deviceId: job.deviceId,
  };
}
