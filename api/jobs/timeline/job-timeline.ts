import { type JobTimeline, TimelineKind, type TimelinePart } from "#shared/contracts/api/timeline.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Question } from "#shared/contracts/job/question.ts";
import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { defined } from "#shared/values/defined.ts";
import { jobSpans } from "./job-spans.ts";
import { type Span, tile, withWaits } from "./tile.ts";
import { timelineEvents } from "./timeline-events.ts";

export interface JobRecords {
  readonly job: Job;
  readonly steps: readonly Step[];
  readonly errors: readonly ErrorSnapshot[];
  readonly recoveries: readonly Recovery[];
  readonly questions: readonly Question[];
}

/** Every millisecond of the job's wall time, by what it went to. */
export function jobTimeline(
  { job, steps, errors, recoveries, questions }: JobRecords,
  now: Date,
): JobTimeline {
  const from = Date.parse(job.createdAt);
  const to = Math.max(from, job.finishedAt === undefined ? now.getTime() : Date.parse(job.finishedAt));
  const known = tile(jobSpans(job, steps, questions, to), from, to);
  const parts = withWaits(known, job.waitedMilliseconds);
  return {
    jobId: job.jobId,
    from: iso(from),
    to: iso(to),
    wallMilliseconds: to - from,
    parts: parts.map(partOf),
    totals: totalsOf(parts),
    events: [...timelineEvents(job, steps, errors, recoveries)],
  };
}

const iso = (at: number): string => new Date(at).toISOString();

const partOf = ({ kind, from, to, step }: Span): TimelinePart => ({
  kind,
  from: iso(from),
  to: iso(to),
  milliseconds: to - from,
  ...defined({ step }),
});

function totalsOf(parts: readonly Span[]): JobTimeline["totals"] {
  const totals = Object.fromEntries(TimelineKind.options.map((kind) => [kind, 0])) as JobTimeline["totals"];
  for (const { kind, from, to } of parts) totals[kind] += to - from;
  return totals;
}
