import { tenantId } from "../farm/simulated-cloud.ts";
import type { Invariant } from "./invariant.ts";

const free: readonly string[] = ["ready", "dirty", "cleaning"];

/** Once every job has ended, no device is held and none stays out of use. */
export const allClosed = (): Invariant => ({
  name: "everything open ends within its bound",
  async after({ farm, jobs }) {
    const { items } = await farm.cloud.repositories.devices.list(tenantId, { limit: 100 });
    const held = items.flatMap(({ deviceId, state, leaseJobId }) =>
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
