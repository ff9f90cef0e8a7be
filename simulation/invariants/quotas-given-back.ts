import type { Invariant } from "./invariant.ts";

/** Once all jobs have ended, none is counted for its tenant's quota. */
export const quotasGivenBack = (): Invariant => ({
  name: "a job that has ended takes nothing of its tenant's quota",
  async after({ farm }) {
    const found: string[] = [];
    for (const operator of farm.operators) {
      const { jobsQueued, jobsRunning } = Object((await operator.ask("GET", "/v1/quota"))?.body);
      if (jobsQueued !== 0 || jobsRunning !== 0)
        found.push(`${operator.tenantId} has ${jobsQueued} jobs waiting and ${jobsRunning} running`);
    }
    return found;
  },
});
