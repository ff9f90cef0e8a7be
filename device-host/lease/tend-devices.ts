import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { tidyDevice } from "./park-device.ts";

export interface TendedDevices {
  devices(): readonly ManagedDevice[];
  /** Resolves when something is different, or after a while. */
  nextChange(signal: AbortSignal): Promise<void>;
  notify(): void;
}

/** Tries the devices again that could not be cleaned or were quarantined, when their time has come. Ends with the signal. */
export async function tendDevices(
  tended: TendedDevices,
  services: HostServices,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await tended.nextChange(signal);
    const now = services.clock.monotonic();
    // What a person took out of service is theirs to give back.
    const due = tended.devices().filter((device) => isTidied(device) && device.repairs.due(now));
    for (const device of due) void tidyDevice(device, services).finally(() => tended.notify());
  }
}

/** One that is offline or still boots has nothing to be cleaned with. */
const isTidied = ({ idle, booted, state, quarantinedBy }: ManagedDevice): boolean =>
  idle && booted && (state === "dirty" || state === "quarantined") && quarantinedBy !== "operator";
