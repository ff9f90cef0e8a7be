import type { DeviceId } from "#shared/contracts/values/ids.ts";
import type { AcquireCommand } from "#shared/contracts/workflow/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { failureEnd } from "../delivery/command-end.ts";
import type { QueueMessage } from "../delivery/command-queue.ts";
import { keepAlive } from "../delivery/keep-alive.ts";
import { settleToken } from "../delivery/settle-token.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { giveToJob } from "./acquire-device.ts";
import { claimDevice } from "./claim-device.ts";
import { leaseEnd } from "./lease-end.ts";

interface Devices {
  readonly services: HostServices;
  device(deviceId: DeviceId): ManagedDevice | null;
}

/**
 * Gives a job the device that a person has quarantined, with all that is on it. It never waits: a device that is not a
 * person's now is refused.
 */
export async function acquireAsItIs(
  command: AcquireCommand,
  message: QueueMessage,
  { services, device: deviceOf }: Devices,
): Promise<void> {
  const { jobId, taskToken, requirements } = command;
  const { deviceId } = requirements;
  const device = deviceId === undefined ? null : deviceOf(deviceId);
  await using _alive = keepAlive({ message, taskToken: null }, services);
  using _turn = await device?.lane.enter();
  const held = device?.lease ?? null;
  // Delivered again: our own answer was lost on its way (docs/faults.md D4).
  if (device !== null && held?.jobId === jobId) {
    await settleToken(taskToken, leaseEnd(device, held, services), services);
    return message.settle();
  }
  const lease =
    device === null || held !== null ? null : await claimDevice(device, jobId, services, "asItIs");
  if (device !== null && lease !== null)
    return giveToJob(command, { device, lease, wasDirty: true }, message, services);
  const error = new DroverError("DeviceBusy", refusal(deviceId, device));
  await settleToken(taskToken, failureEnd(error), services);
  await message.settle();
}

function refusal(deviceId: DeviceId | undefined, device: ManagedDevice | null): string {
  if (device === null) return `This host has no device '${deviceId}'.`;
  return `Device '${deviceId}' cannot be used as it is: it is ${device.state}, and nobody has quarantined it.`;
}
