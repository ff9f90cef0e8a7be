import type { Job, JobMetrics } from "#shared/contracts/job.ts";
import type { Step, StepTimings } from "#shared/contracts/step.ts";

/** Sums over the steps and the job's own times (spec I6.3). */
export function jobMetrics(job: Job, steps: readonly Step[], recoveries: number, now: Date): JobMetrics {
  const sum = (name: keyof StepTimings): number =>
    steps.reduce((total, step) => total + step.timings[name], 0);
  const since = (from: string, to: number): number => Math.max(0, to - Date.parse(from));
  const started = job.startedAt === undefined ? now.getTime() : Date.parse(job.startedAt);
  return {
    screenshotMilliseconds: sum("screenshotMilliseconds"),
    inferenceMilliseconds: sum("inferenceMilliseconds"),
    executionMilliseconds: sum("executionMilliseconds"),
    queuedMilliseconds: since(job.createdAt, started),
    totalMilliseconds: since(job.createdAt, now.getTime()),
    recoveries,
  };
}
