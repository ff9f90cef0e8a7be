import type { DeviceRegistry } from "./discovery/device-registry.ts";
import type { HostHeartbeat } from "./host-heartbeat.ts";
import type { HostServices } from "./host-services.ts";
import { parkDevice } from "./lease/park-device.ts";

/** Below the 20 s that a part of the farm has to stop. */
const graceMilliseconds = 12_000;
const pollMilliseconds = 100;

/** Takes no new jobs. Jobs and sessions with a device here continue until they release it, or for this time. */
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
 * Waits until running commands end and the devices are released, or their jobs get the order to continue elsewhere. After
 * the grace period the devices are released as they are. At the end the host reports `offline` (docs/faults.md D8).
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
  await Promise.all(registry.devices().map(({ uiServer }) => uiServer?.stop()));
  await heartbeat.say("offline");
}
