import type { JobMetrics } from "#shared/contracts/job.ts";
import type { Step } from "#shared/contracts/step.ts";

export interface TimeShare {
  readonly name: string;
  readonly milliseconds: number;
}

/**
 * Where a job's wall time went, in the order in which it passes. The parts do not overlap and add up to the whole: what no
 * step measured lies between the steps, in the cloud and in uploads.
 */
export function timeShares(
  metrics: JobMetrics,
  steps: readonly Pick<Step, "timings">[],
): readonly TimeShare[] {
  const sum = (measured: (timings: Step["timings"]) => number): number =>
    steps.reduce((total, { timings }) => total + measured(timings), 0);
  const measured = [
    { name: "queue", milliseconds: metrics.queuedMilliseconds },
    { name: "inference", milliseconds: sum((step) => step.inferenceMilliseconds) },
    { name: "action", milliseconds: sum((step) => step.executionMilliseconds) },
    { name: "settle", milliseconds: sum((step) => looking(step) - lastScreenshot(step)) },
    { name: "screenshot", milliseconds: sum(lastScreenshot) },
  ];
  const rest = measured.reduce((left, share) => left - share.milliseconds, metrics.totalMilliseconds);
  return [...measured, { name: "upload and orchestration", milliseconds: Math.max(0, rest) }];
}

/** From the end of the action to the last byte of what is kept. Trees are read beside the screenshots. */
const looking = (timings: Step["timings"]): number =>
  Math.max(0, timings.deviceMilliseconds - timings.executionMilliseconds);

/** Of the one that is kept: those before it only told whether the screen still moved. */
const lastScreenshot = (timings: Step["timings"]): number =>
  Math.min(looking(timings), timings.screenshotMilliseconds);
