import { deviceOf, type Invariant, replaced } from "./invariant.ts";

/** A device's epoch belongs to one job, as hosts say and as jobs say; epochs only rise; whoever got the device last is alone on it. */
export function oneHolder(): Invariant {
  const holders = new Map<string, string>();
  const latest = new Map<string, number>();
  const holding = new Map<string, string>();
  const acquired = new Map<string, string>();
  /** One device for each time that a job asks for one. */
  const acquiredAgain = (job: string, place: string): readonly string[] => {
    const before = replaced(acquired, job, place);
    return before === null ? [] : [`${job} was given ${before}, and then ${place}`];
  };
  const held = (deviceId: string, epoch: unknown, jobId: unknown): readonly string[] => {
    const place = `${deviceId} at epoch ${epoch}`;
    const other = replaced(holders, place, String(jobId));
    return other === null ? [] : [`${place} is held by job/${other} and job/${jobId}`];
  };
  return {
    name: "never two holders of a device's epoch",
    heard({ message, deviceId: named, epoch, jobId, acquisition }, { host }) {
      const deviceId = deviceOf(host.tenantId, named);
      const holder = holding.get(deviceId);
      if (message === "action" && holder !== undefined && holder !== jobId)
        return [`job/${jobId} acted on ${deviceId}, which job/${holder} held`];
      if (message !== "lease") return [];
      const again = acquiredAgain(
        `acquisition ${acquisition} of job/${jobId}`,
        `${deviceId} at epoch ${epoch}`,
      );
      holding.set(deviceId, String(jobId));
      const before = latest.get(deviceId) ?? 0;
      latest.set(deviceId, Math.max(before, Number(epoch)));
      const fallen = Number(epoch) < before ? [`${deviceId} went from epoch ${before} back to ${epoch}`] : [];
      return [...again, ...fallen, ...held(deviceId, epoch, jobId)];
    },
    during: ({ jobs }) =>
      [...jobs].flatMap(([jobId, job]) =>
        job?.deviceId === undefined
          ? []
          : job.leaseEpoch === undefined
            ? [`job/${jobId} has ${job.deviceId} at no epoch`]
            : held(deviceOf(job.tenantId, job.deviceId), job.leaseEpoch, jobId),
      ),
  };
}
