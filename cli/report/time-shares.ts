import type { JobMetrics } from "#shared/contracts/job/job.ts";

export interface TimeShare {
  readonly name: string;
  readonly milliseconds: number;
}

/** Where a job's wall time went, in the order in which it passes; the API's parts add up to the whole. */
export const timeShares = (metrics: JobMetrics): readonly TimeShare[] => [
  { name: "queue", milliseconds: metrics.queuedMilliseconds },
  { name: "waiting", milliseconds: metrics.waitingMilliseconds },
  { name: "inference", milliseconds: metrics.inferenceMilliseconds },
  { name: "action", milliseconds: metrics.executionMilliseconds },
  { name: "settle", milliseconds: metrics.settleMilliseconds },
  { name: "screenshot", milliseconds: metrics.screenshotMilliseconds },
  { name: "upload", milliseconds: metrics.uploadMilliseconds },
  { name: "orchestration", milliseconds: metrics.orchestrationMilliseconds },
];
