import type { JobTimeline, TimelineEvent, TimelineKind } from "#shared/contracts/api/timeline.ts";
import type { JobMetrics } from "#shared/contracts/job/job.ts";

/** What each kind of time is called, in the order in which they pass. */
export const timeWords: { readonly [Kind in TimelineKind]: string } = {
  queue: "queue",
  prepare: "prepare",
  inference: "inference",
  act: "action",
  settle: "settle and look",
  upload: "upload",
  verify: "compare",
  wait: "wait",
  finish: "judge and clean",
  orchestration: "orchestration",
};
const timeKinds = Object.keys(timeWords) as readonly TimelineKind[];

/** Where a job's wall time went, part by part, and what the farm did with it meanwhile. */
export type Timeline = Pick<JobTimeline, "from" | "to" | "wallMilliseconds" | "parts"> & {
  readonly events: readonly InfrastructureEvent[];
};
/** What is shown of such an event. */
export type InfrastructureEvent = Pick<TimelineEvent, "at" | "kind" | "text" | "step" | "errorId">;

export interface TimeShare {
  readonly kind: TimelineKind;
  readonly milliseconds: number;
  /** Of the whole, 0 to 1. */
  readonly share: number;
}

/** A bar of a waterfall: where it begins and how long it is, as shares of the whole. */
export interface TimeBar {
  readonly kind: TimelineKind;
  readonly start: number;
  readonly length: number;
  readonly milliseconds: number;
}

const sharesOf = (sums: ReadonlyMap<TimelineKind, number>): readonly TimeShare[] => {
  const whole = [...sums.values()].reduce((sum, value) => sum + value, 0);
  return timeKinds.flatMap((kind) => {
    const milliseconds = sums.get(kind) ?? 0;
    return milliseconds === 0 ? [] : [{ kind, milliseconds, share: milliseconds / whole }];
  });
};

/** By kind; the sum is the wall time of the parts. */
export function sharesOfParts(parts: Timeline["parts"]): readonly TimeShare[] {
  const sums = new Map<TimelineKind, number>();
  for (const { kind, milliseconds } of parts) sums.set(kind, (sums.get(kind) ?? 0) + milliseconds);
  return sharesOf(sums);
}

/** The same of a job whose parts nobody kept one by one: they add up to its whole time. */
export const sharesOfMetrics = (metrics: JobMetrics): readonly TimeShare[] =>
  sharesOf(
    new Map<TimelineKind, number>([
      ["queue", metrics.queuedMilliseconds],
      ["wait", metrics.waitingMilliseconds],
      ["inference", metrics.inferenceMilliseconds],
      ["act", metrics.executionMilliseconds],
      ["settle", metrics.settleMilliseconds + metrics.screenshotMilliseconds],
      ["upload", metrics.uploadMilliseconds],
      ["orchestration", metrics.orchestrationMilliseconds],
    ]),
  );

/** Of one step, or of what was done before the first and after the last. */
export const partsOfStep = ({ parts }: Timeline, step: number): Timeline["parts"] =>
  parts.filter((part) => part.step === step);

/** Bars beginning where the first part begins. */
export function waterfall(parts: Timeline["parts"]): readonly TimeBar[] {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return [];
  const begin = Date.parse(first.from);
  const whole = Math.max(1, Date.parse(last.to) - begin);
  return parts.map(({ kind, from, to, milliseconds }) => ({
    kind,
    start: (Date.parse(from) - begin) / whole,
    length: Math.max(0, Date.parse(to) - Date.parse(from)) / whole,
    milliseconds,
  }));
}
