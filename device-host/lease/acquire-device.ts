import { AcquireCommand } from "#shared/contracts/workflow/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { quotaOf } from "#shared/rules/quota/quota-of.ts";
import type { QueueMessage } from "../delivery/command-queue.ts";
import { keepAlive } from "../delivery/keep-alive.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { handOn } from "./another-host.ts";
import { claimDevice } from "./claim-device.ts";
import { endLease } from "./free-device.ts";
import { refuse, tellAndSettle } from "./refused-claim.ts";
import { tryLater } from "./repair-device.ts";
import { tellJob } from "./tell-job.ts";

/** Gives a waiting job one of the free devices, or gives the message back when there is none after all. */
export async function acquireDevice(
  message: QueueMessage,
  takeFree: () => ManagedDevice | null,
  services: HostServices,
): Promise<void> {
  const command = readCommand(message.body);
  if (command === null || command.tenantId !== services.tenantId) {
    services.logger.error("pool message not understood");
    await message.settle();
    return;
  }
  if (await handOn(command, message, services)) return;
  const device = takeFree();
  if (device === null) {
    await message.hold(0);
    return;
  }
  // No heartbeat for the token: the state's own heartbeat is the job's whole patience with the queue.
  await using _alive = keepAlive({ message, taskToken: null }, services);
  using _turn = await device.lane.enter();
  await assign(command, device, message, services);
}

function readCommand(body: string): AcquireCommand | null {
  try {
    return AcquireCommand.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

async function assign(
  command: AcquireCommand,
  device: ManagedDevice,
  message: QueueMessage,
  services: HostServices,
): Promise<void> {
  const wasDirty = device.state !== "ready";
  const lease = await claimDevice(device, command.jobId, services);
  if (lease === null) {
    await message.hold(0);
    return;
  }
  device.needsClean ||= wasDirty;
  await giveToJob(command, { device, lease, wasDirty }, message, services);
}

interface Claimed {
  readonly device: ManagedDevice;
  readonly lease: HeldLease;
  readonly wasDirty: boolean;
}

/** Tells the job of its device, or ends the lease when the job does not want it any more. */
export async function giveToJob(
  command: AcquireCommand,
  { device, lease, wasDirty }: Claimed,
  message: QueueMessage,
  services: HostServices,
): Promise<void> {
  const job = await claimJob(command, device, lease, services);
  if (job !== null && job !== "noRoom") {
    const part = lease.partOf(job.jobId);
    if (part !== null) part.job = job;
    // When the token says that it was answered before, our own answer was lost on its way back
    // (docs/faults.md D4) or the
    // job has stopped waiting (docs/faults.md D5). Only a job that continues sends commands; a lease without a job is
    // ended when it is quiet.
    const answer = await tellJob(command.taskToken, device, lease, services);
    if (answer === "untold") return message.hold(0);
    services.logger.info("lease", {
      jobId: command.jobId,
      acquisition: command.acquisition,
      deviceId: device.deviceId,
      epoch: lease.epoch,
      answer,
    });
    await message.settle();
    return;
  }
  await endLease(device, lease, services, wasDirty ? "dirty" : "ready", "");
  if (job === "noRoom") await letWait(command, message, services);
  else await refuse(command, message, services);
}

/** Also releases the device when the claim could not be written. */
async function claimJob(
  command: AcquireCommand,
  device: ManagedDevice,
  lease: HeldLease,
  services: HostServices,
) {
  const { tenantId, jobId, acquisition } = command;
  try {
    // Before the claim: should this process die between the two and the answer, its next one knows (tell-job.ts).
    services.journal.setUntold(device.deviceId, lease.epoch);
    const claim = {
      tenantId,
      jobId,
      acquisition,
      deviceId: device.deviceId,
      hostId: services.hostId,
      leaseEpoch: lease.epoch,
      at: services.clock.now().toISOString(),
    };
    return await services.repositories.jobs.claim(claim, mostRunning(services));
  } catch (error) {
    tryLater(device, services);
    await endLease(device, lease, services, "dirty", "the job could not be claimed");
    throw error;
  }
}

const mostRunning = ({ config, tenantId }: HostServices): number | undefined =>
  quotaOf(config.quotas, tenantId).jobsRunning;

/**
 * As many of the tenant's jobs run as may: the state that asked waits and asks again (Retry of AcquireDevice), and the device is free for
 * nobody's harm. A message that is given back too often would end among the dead letters.
 */
async function letWait(
  command: AcquireCommand,
  message: QueueMessage,
  services: HostServices,
): Promise<void> {
  const error = new DroverError(
    "QuotaExceeded",
    `${mostRunning(services)} of the tenant's jobs run already (quotas.jobsRunning): job ${command.jobId} waits.`,
  );
  await tellAndSettle(error, command, message, services);
}
