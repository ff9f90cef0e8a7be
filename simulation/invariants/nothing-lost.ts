import type { Invariant } from "./invariant.ts";

/** What was answered with 201 is there from then on. */
export const nothingLost = (): Invariant => ({
  name: "nothing acknowledged is lost",
  during: ({ jobs }) =>
    [...jobs].flatMap(([jobId, job]) =>
      job === null ? [`job/${jobId} was acknowledged and is unknown`] : [],
    ),
});
