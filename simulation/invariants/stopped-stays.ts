import type { Invariant, Observed } from "./invariant.ts";

/** Steps that a job made while it was paused: one turn may have begun. */
async function madeWhilePaused({ farm, pauses }: Observed): Promise<string[]> {
  const found: string[] = [];
  for (const { jobId, from, until } of pauses) {
    const steps = await farm.cloud.stepsOf(jobId);
    const late = steps.filter(({ predictedAt }) => predictedAt > from && predictedAt < until);
    if (late.length > 1)
      found.push(`job/${jobId} was paused at ${from} and made ${late.length} steps before ${until}`);
  }
  return found;
}

/** Once its tenant has stopped everything, a job makes no turn any more: only one that had begun may still store its step. */
export const stoppedStays = (): Invariant => ({
  name: "what was stopped or paused makes no more steps",
  async after(seen) {
    const { farm, jobs, stops } = seen;
    const found = await madeWhilePaused(seen);
    for (const [jobId, job] of jobs) {
      const stop = stops.find(({ tenantId, asked }) => tenantId === job?.tenantId && job.createdAt < asked);
      if (stop === undefined) continue;
      const steps = await farm.cloud.stepsOf(jobId);
      const late = steps.filter(({ predictedAt }) => predictedAt > stop.answered);
      if (late.length > 1)
        found.push(`job/${jobId} was stopped at ${stop.answered} and made ${late.length} steps after it`);
    }
    return found;
  },
});
