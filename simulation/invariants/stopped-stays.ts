import type { Invariant, Observed } from "./invariant.ts";

/** Steps that a job made while it was paused: one turn may have begun. */
async function madeWhilePaused({ farm, records }: Observed): Promise<string[]> {
  const found: string[] = [];
  for (const { jobId, from, until, isKept } of records.pauses) {
    if (!isKept) found.push(`job/${jobId} was paused at ${from}, said the farm, and was not`);
    const steps = await farm.cloud.stepsOf(jobId);
    const late = steps.filter(({ predictedAt }) => predictedAt > from && predictedAt < until);
    if (late.length > 1)
      found.push(`job/${jobId} was paused at ${from} and made ${late.length} steps before ${until}`);
  }
  return found;
}

const soonMilliseconds = 120_000;

/** A stop is its tenant's, and nobody else's who did not ask for one about then. */
const stoppedWrong = (stops: Observed["records"]["stops"]): readonly string[] =>
  stops.flatMap(({ tenantId, answered, stopped }) => {
    const others = stopped.filter(
      (other) =>
        !stops.some(
          (stop) =>
            stop.tenantId === other &&
            Math.abs(Date.parse(stop.asked) - Date.parse(answered)) < soonMilliseconds,
        ),
    );
    const isOwn = stopped.includes(tenantId);
    return [
      ...(isOwn ? [] : [`${tenantId} stopped everything at ${answered}, said the farm, and it did not`]),
      ...others.map((other) => `${other} was stopped at ${answered}, by ${tenantId}`),
    ];
  });

/** Once its tenant has stopped everything, a job makes no turn any more: only one that had begun may still store its step. */
export const stoppedStays = (): Invariant => ({
  name: "what was stopped or paused makes no more steps",
  async after(seen) {
    const { farm, jobs, records } = seen;
    const { stops } = records;
    const found = [...stoppedWrong(stops), ...(await madeWhilePaused(seen))];
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
