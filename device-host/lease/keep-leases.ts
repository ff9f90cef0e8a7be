import type { Job } from "#shared/contracts/job/job.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { renewLease } from "./claim-device.ts";
import { endLease, freeDevice } from "./free-device.ts";
import { tryLater } from "./repair-device.ts";

/** A lease without commands for this long is asked after; a slow model call is not a reason to worry. */
const quietMilliseconds = 30_000;
/** A job that did not take an answer and sends nothing more has gone on without this device. */
const unansweredMilliseconds = 60_000;
/** A job that has sent no command for longer than its own time limit should be long over. */
const overtimeMilliseconds = 5 * 60_000;

/** Renews the leases of this host that are not young, and ends those whose job has gone away. */
export async function keepLeases(
  devices: readonly ManagedDevice[],
  services: HostServices,
  youngMilliseconds: number,
): Promise<void> {
  await Promise.all(
    devices.map(async (device) => {
      const { lease } = device;
      if (lease === null) return;
      try {
        if (lease.isRevoked) return await endAgain(device, lease, services);
        const isYoung = services.clock.monotonic() - lease.renewedAt < youngMilliseconds;
        if (isYoung || (await isRenewed(device, lease, services))) await endIfAlone(device, lease, services);
      } catch (error) {
        services.logger.warn("lease not kept", { deviceId: device.deviceId, error: String(error) });
      }
    }),
  );
}

/** False: the store says that it is over, and so it is here. */
async function isRenewed(device: ManagedDevice, lease: HeldLease, services: HostServices): Promise<boolean> {
  if (await renewLease(device, lease, services)) return true;
  if (device.lease !== lease) return false;
  device.lease = null;
  device.needsClean = true;
  const stored = await services.repositories.devices.get(services.tenantId, device.deviceId);
  if (stored !== null) device.adopt(stored);
  return false;
}

/** The lease was given back, but the store could not be written. The device is cleaned soon, or before its next job. */
async function endAgain(device: ManagedDevice, lease: HeldLease, services: HostServices): Promise<void> {
  if (device.lane.busy) return;
  using _turn = await device.lane.enter();
  if (device.lease !== lease) return;
  device.needsClean = true;
  tryLater(device, services);
  await endLease(device, lease, services, "dirty", "its release could not be stored");
}

/** Frees a device that nobody sends commands to, when its job is over. */
async function endIfAlone(device: ManagedDevice, lease: HeldLease, services: HostServices): Promise<void> {
  const quietFor = services.clock.monotonic() - device.lastUsedAt;
  if (quietFor < quietMilliseconds || device.lane.busy || lease.jobId === null) return;
  const jobOf = (jobId: JobId) => services.repositories.jobs.get(services.tenantId, jobId);
  const [job, ...lentTo] = await Promise.all([jobOf(lease.jobId), ...lease.lentTo.map(jobOf)]);
  const abandoned = lease.unanswered && quietFor >= unansweredMilliseconds;
  const quiet = { now: services.clock.now(), quietFor };
  const parts = lentTo.filter((one) => one !== null);
  if (!abandoned && job != null && stillHolds(job, device, lease, quiet, parts)) return;
  services.logger.warn("lease without a job", {
    deviceId: device.deviceId,
    jobId: lease.jobId,
    epoch: lease.epoch,
  });
  using _turn = await device.lane.enter();
  if (device.lease !== lease) return;
  await freeDevice(device, lease, device.adb.with({ guard: () => lease.check() }), services);
}

interface Quiet {
  readonly now: Date;
  /** Milliseconds since the last command, whatever became of the clock. */
  readonly quietFor: number;
}

/**
 * Whether the job may still send commands for this lease. One that waits for its model, a person or a check sends none and is
 * right to hold it, as long as it may. So is one whose lease is lent to a job that waits so.
 */
export function stillHolds(
  job: Job,
  device: Pick<ManagedDevice, "deviceId">,
  lease: Pick<HeldLease, "epoch">,
  quiet: Quiet,
  lentTo: readonly Job[] = [],
): boolean {
  if (job.status !== "running" || job.deviceId !== device.deviceId || job.leaseEpoch !== lease.epoch)
    return false;
  const pauses = lentTo
    .filter(({ parentJobId, status }) => parentJobId === job.jobId && status !== "finished")
    .flatMap(({ pause }) => (pause?.holdsDevice ? [Date.parse(pause.until)] : []));
  return mayHold(job, quiet) || quiet.now.getTime() < Math.max(0, ...pauses) + overtimeMilliseconds;
}

/** No turn is longer than all of a job's working time, whatever attempt it is. */
function mayHold({ pause, waiting, limits }: Job, { now, quietFor }: Quiet): boolean {
  const until = pause?.holdsDevice ? pause.until : waiting?.deviceUntil;
  if (until !== undefined) return now.getTime() < Date.parse(until) + overtimeMilliseconds;
  return quietFor < limits.timeoutSeconds * 1_000 + overtimeMilliseconds;
}
