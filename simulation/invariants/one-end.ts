import type { Job } from "#shared/contracts/job/job.ts";
import type { Invariant } from "./invariant.ts";

/** What says how a job ended. */
const endOf = ({ outcome, endReason, finishedAt }: Job): string =>
  `${outcome} (${endReason}) at ${finishedAt}`;

/** A job ends once: what was said of its end is never said otherwise. */
export function oneEnd(): Invariant {
  const ends = new Map<string, string>();
  return {
    name: "every job ends exactly once with one verdict",
    during({ jobs }) {
      return [...jobs].flatMap(([jobId, job]) => {
        const before = ends.get(jobId);
        if (job?.status !== "finished")
          return before === undefined ? [] : [`job/${jobId} had ended: ${before}`];
        const end = endOf(job);
        ends.set(jobId, end);
        return before === undefined || before === end
          ? []
          : [`job/${jobId} ended twice: ${before}, then ${end}`];
      });
    },
    after: ({ jobs }) =>
      [...jobs].flatMap(([jobId, job]) => {
        if (job?.status !== "finished") return [`job/${jobId} has not ended: it is ${job?.status}`];
        return job.outcome === undefined ? [`job/${jobId} ended without an outcome`] : [];
      }),
  };
}
