import { setTimeout as delay } from "node:timers/promises";
import type { DeviceRegistry } from "./device-registry.ts";
import type { DeviceServiceContext } from "./device-service-context.ts";
import { okay } from "./wire.ts";

/** `adb reboot`: the phone leaves the list, boots and comes back with a new transport id. */
export async function rebootService(target: string, context: DeviceServiceContext): Promise<void> {
  const { attached, devices, output } = context;
  if (target !== "" && target !== "userspace") {
    output.write(Buffer.concat([okay, Buffer.from(`reboot ${target}: not possible on a virtual phone\n`)]));
    return;
  }
  output.write(okay);
  await output.drained();
  await rebootAttached(attached.serial, devices, context.awayMilliseconds);
}

/** Takes the phone off the list, boots it and puts it back. */
export async function rebootAttached(
  serial: string,
  devices: DeviceRegistry,
  awayMilliseconds: number,
): Promise<void> {
  const attached = devices.list().find((candidate) => candidate.serial === serial);
  if (attached === undefined) return;
  devices.detach(serial);
  if (awayMilliseconds > 0) await delay(awayMilliseconds);
  await attached.device.reboot();
  devices.attach(attached.device, { serial });
}
