import { tenantIds } from "../farm/simulated-cloud.ts";
import type { Invariant } from "./invariant.ts";

const free: readonly string[] = ["ready", "dirty", "cleaning"];

/** Once every job has ended, no device is held and none stays out of use. */
export const allClosed = (): Invariant => ({
  name: "everything open ends within its bound",
  async after({ farm, jobs }) {
    const { devices } = farm.cloud.repositories;
    const lists = await Promise.all(tenantIds.map((tenantId) => devices.list(tenantId, { limit: 500 })));
    const all = lists.flatMap(({ items }) => items);
    const held = all.flatMap(({ deviceId, state, leaseJobId }) =>
      free.includes(state) && leaseJobId === undefined
        ? []
        : [`${deviceId} is ${state}, with job/${leaseJobId}`],
    );
    const waiting = [...jobs].flatMap(([jobId, job]) =>
      job?.waiting === undefined ? [] : [`job/${jobId} still waits`],
    );
    return [...held, ...waiting];
  },
});
