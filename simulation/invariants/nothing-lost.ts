import { tenantIds } from "../farm/simulated-cloud.ts";
import type { Invariant } from "./invariant.ts";

/** The API answered its caller that it has ended. */
const notStarted = "Its execution could not be started.";

/** What was answered with 201 is there from then on, and nothing else is. */
export const nothingLost = (): Invariant => ({
  name: "nothing acknowledged is lost or done twice",
  during: ({ jobs }) =>
    [...jobs].flatMap(([jobId, job]) =>
      job === null ? [`job/${jobId} was acknowledged and is unknown`] : [],
    ),
  async after({ farm, jobs }) {
    const stored = farm.cloud.repositories.jobs;
    const lists = await Promise.all(tenantIds.map((tenantId) => stored.list(tenantId, { limit: 100 })));
    const all = lists.flatMap(({ items }) => items);
    return all.flatMap(({ jobId, outcomeReason }) =>
      jobs.has(jobId) || outcomeReason === notStarted
        ? []
        : [`job/${jobId} exists, and the farm acknowledged it to nobody`],
    );
  },
});
