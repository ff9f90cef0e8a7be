import { tenantIds } from "../farm/simulated-cloud.ts";
import { type Invariant, type Observed, silencing } from "./invariant.ts";

/** A job ends when its device is free. */
const releaseMilliseconds = 60_000;

async function devicesOf({ farm }: Observed) {
  const { devices } = farm.cloud.repositories;
  const lists = await Promise.all(tenantIds.map((tenantId) => devices.list(tenantId, { limit: 500 })));
  return lists.flatMap(({ items }) => items);
}

/** Once every job has ended, every device is ready for the next; of a farm that nothing has silenced, once its own has. */
export const allClosed = (): Invariant => ({
  name: "everything open ends within its bound",
  async during(seen) {
    const { farm, jobs, faults } = seen;
    if (!farm.cloud.isReadable || faults.events.some(({ kind }) => silencing.has(kind))) return [];
    return (await devicesOf(seen)).flatMap(({ deviceId, leaseJobId = "" }) => {
      const { finishedAt } = jobs.get(leaseJobId) ?? {};
      return finishedAt !== undefined && Date.parse(finishedAt) + releaseMilliseconds < Date.now()
        ? [`${deviceId} is held by job/${leaseJobId}, which ended at ${finishedAt}`]
        : [];
    });
  },
  async after(seen) {
    const { jobs } = seen;
    const held = (await devicesOf(seen)).flatMap(({ deviceId, state, stateReason, leaseJobId }) =>
      state === "ready" && leaseJobId === undefined
        ? []
        : [
            [`${deviceId} is ${state}`, stateReason, leaseJobId && `job/${leaseJobId}`]
              .filter(Boolean)
              .join(", "),
          ],
    );
    const waiting = [...jobs].flatMap(([jobId, job]) =>
      job?.waiting === undefined ? [] : [`job/${jobId} still waits`],
    );
    return [...held, ...waiting];
  },
});
