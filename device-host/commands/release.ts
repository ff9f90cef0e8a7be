import type { ReleaseAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { freeDevice } from "../lease/free-device.ts";
import type { CommandContext } from "./command-context.ts";

/**
 * Cleans the device, proves it clean and frees it; one that cannot be cleaned is quarantined, which is not an error here. Of a
 * lease that was lent only the job's part ends: the device is still its parent's.
 */
export async function release({
  command,
  device,
  lease,
  services,
  adb,
}: CommandContext<"release">): Promise<ReleaseAnswer> {
  if (command.lent === true) {
    lease.endPart(command.jobId);
    return { clean: false, quarantineReason: `Job ${lease.jobId} continues with the device.` };
  }
  const { clean, reason } = await freeDevice(device, lease, adb, services);
  return clean ? { clean } : { clean, quarantineReason: reason };
}
