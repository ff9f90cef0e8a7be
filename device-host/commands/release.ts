import type { ReleaseAnswer } from "#shared/contracts/host-answer.ts";
import { freeDevice } from "../lease/free-device.ts";
import type { CommandContext } from "./command-context.ts";

/** Cleans the device, proves it clean and frees it; one that cannot be cleaned is quarantined, which is no error here. */
export async function release({
  device,
  lease,
  services,
  adb,
}: CommandContext<"release">): Promise<ReleaseAnswer> {
  const { clean, reason } = await freeDevice(device, lease, adb, services);
  return clean ? { clean } : { clean, quarantineReason: reason };
}
