import type { Invariant } from "./invariant.ts";

/** For a host or a cloud that is away, a device that comes back, and what is tried again. */
const patienceMilliseconds = 900_000;

/** A session ends when its user ends it or leaves it, and in the end by its time. */
export const sessionsEnd = (): Invariant => ({
  name: "every session ends within its time",
  during: ({ elapsed, jobs, records }) =>
    [...records.sessions].flatMap(([jobId, { endedAt, usedAt, idleTimeoutSeconds, hardTimeoutSeconds }]) => {
      const job = jobs.get(jobId);
      if (job?.status !== "running") return [];
      const late = elapsed - patienceMilliseconds;
      const ranMilliseconds = Date.now() - Date.parse(job.startedAt ?? "");
      if (ranMilliseconds > hardTimeoutSeconds * 1_000 + patienceMilliseconds)
        return [`session ${jobId} runs since ${job.startedAt}`];
      if (endedAt !== undefined && endedAt < late) return [`session ${jobId} was ended, and runs`];
      return usedAt + idleTimeoutSeconds * 1_000 < late
        ? [`session ${jobId} is used by nobody, and runs`]
        : [];
    }),
  async after({ farm, records }) {
    const found: string[] = [];
    for (const [jobId, { endedAt }] of records.sessions) {
      const operator = farm.operators.find(({ tenantId }) => tenantId === farm.cloud.ownerOf(jobId));
      const { status, endReason } = Object((await operator?.insist("GET", `/v1/sessions/${jobId}`))?.body);
      if (status !== "ended") found.push(`session ${jobId} is ${status}`);
      else if (endReason === "ended" && endedAt === undefined)
        found.push(`session ${jobId} was ended, and its user did not ask for that`);
    }
    return found;
  },
});
