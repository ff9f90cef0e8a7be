import type { DeviceRegistry } from "./discovery/device-registry.ts";
import type { HostHeartbeat } from "./host-heartbeat.ts";
import type { HostServices } from "./host-services.ts";
import { parkDevice } from "./lease/park-device.ts";

/** Under the 20 s that a part of the farm gets to stop in. */
const graceMilliseconds = 12_000;
const pollMilliseconds = 100;

/** Takes nothing new, and lets jobs and sessions that have a device here continue until they give it back, or for so long. */
export async function letJobsEnd(
  registry: DeviceRegistry,
  heartbeat: HostHeartbeat,
  { clock }: HostServices,
  patienceSeconds: number,
): Promise<void> {
  await heartbeat.say("draining");
  const until = clock.monotonic() + patienceSeconds * 1_000;
  while (
    clock.monotonic() < until &&
    registry.devices().some(({ lease, lane }) => lease !== null || lane.busy)
  )
    await clock.wait(pollMilliseconds);
}

/**
 * Waits while the commands in hand end and the devices' holders give them back, or get the order to continue elsewhere; after
 * the grace period the devices are handed back as they are. The host says `offline` at the end (docs/faults.md D8).
 */
export async function drainHost(
  registry: DeviceRegistry,
  heartbeat: HostHeartbeat,
  services: HostServices,
): Promise<void> {
  const { clock, logger } = services;
  await heartbeat.say("draining");
  const begun = clock.monotonic();
  const held = () => registry.devices().filter((device) => device.lease !== null || device.lane.busy);
  while (held().length > 0 && clock.monotonic() - begun < graceMilliseconds)
    await clock.wait(pollMilliseconds);
  for (const device of held()) {
    logger.warn("device handed back with work on it", { deviceId: device.deviceId, epoch: device.epoch });
    await parkDevice(device, "dirty", "its host was stopped", services).catch((error: unknown) => {
      logger.error("device not handed back", { deviceId: device.deviceId, error: String(error) });
    });
  }
  await heartbeat.say("offline");
}
