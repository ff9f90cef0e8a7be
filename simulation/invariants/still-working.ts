import type { JobId } from "#shared/contracts/values/ids.ts";
import { type Invariant, silencing } from "./invariant.ts";

/** A device may be slow: its host says so, and nobody gives the command up meanwhile. */
export const stillWorking = (): Invariant => ({
  name: "a command whose host works is not given up",
  async after({ farm, jobs, faults }) {
    if (faults.events.some(({ kind }) => silencing.has(kind))) return [];
    const found: string[] = [];
    for (const jobId of jobs.keys()) {
      const errors = await farm.cloud.repositories.errors.listByJob(
        farm.cloud.ownerOf(jobId),
        jobId as JobId,
      );
      const given = errors.find(({ name }) => name === "States.HeartbeatTimeout");
      if (given !== undefined) found.push(`job/${jobId} met ${given.name} in ${given.stateName}`);
    }
    return found;
  },
});
