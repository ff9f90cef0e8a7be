import type { Job, JobMetrics } from "#shared/contracts/job/job.ts";
import type { Step, StepTimings } from "#shared/contracts/step/step.ts";
import { pausedMilliseconds, waitedMilliseconds } from "../budget/waiting-time.ts";

/** Where the job's wall time went (docs/spec.md I6.3): the parts add up to the total. */
export function jobMetrics(
  job: Job,
  steps: readonly Step[],
  recoveries: number,
  now: Date,
): Omit<JobMetrics, "questions"> {
  const since = (from: string, to: number): number => Math.max(0, to - Date.parse(from));
  const started = job.startedAt === undefined ? now.getTime() : Date.parse(job.startedAt);
  const parts = {
    queuedMilliseconds: since(job.createdAt, started),
    waitingMilliseconds: waitedMilliseconds(job, now) + pausedMilliseconds(job, now),
    inferenceMilliseconds: 0,
    executionMilliseconds: 0,
    settleMilliseconds: 0,
    screenshotMilliseconds: 0,
    uploadMilliseconds: 0,
  };
  for (const { timings } of steps) {
    const { screenshot, settle } = lookOf(timings);
    parts.inferenceMilliseconds += timings.inferenceMilliseconds;
    parts.executionMilliseconds += timings.executionMilliseconds;
    parts.screenshotMilliseconds += screenshot;
    parts.settleMilliseconds += settle;
    parts.uploadMilliseconds += timings.uploadMilliseconds;
  }
  const total = since(job.createdAt, now.getTime());
  const told = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return {
    ...parts,
    orchestrationMilliseconds: Math.max(0, total - told),
    totalMilliseconds: total,
    recoveries,
  };
}

/** Pictures and trees are taken side by side until the screen has settled: the picture's share, and the rest. */
function lookOf(timings: StepTimings): { readonly screenshot: number; readonly settle: number } {
  const { deviceMilliseconds, executionMilliseconds, settleMilliseconds, screenshotMilliseconds } = timings;
  const look =
    deviceMilliseconds === 0
      ? Math.max(settleMilliseconds, screenshotMilliseconds)
      : Math.max(0, deviceMilliseconds - executionMilliseconds);
  const screenshot = Math.min(screenshotMilliseconds, look);
  return { screenshot, settle: look - screenshot };
}
