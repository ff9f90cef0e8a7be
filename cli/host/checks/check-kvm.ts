import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { type Finding, fail, ok } from "../../doctor/finding.ts";

/** Without it an emulator takes minutes for what takes seconds with it; a Mac has its own. */
export async function checkKvm(
  device = "/dev/kvm",
  platform: NodeJS.Platform = process.platform,
): Promise<Finding> {
  if (platform === "darwin") return ok("kvm", "macOS has its own virtualisation");
  try {
    await access(device, constants.R_OK | constants.W_OK);
    return ok("kvm", `${device} is usable`);
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return missing
      ? fail(
          "kvm",
          `there is no ${device}: emulators are not accelerated`,
          "Turn on virtualisation in the firmware; on EC2 take .metal, or C8i, M8i or R8i with nested virtualisation.",
        )
      : fail(
          "kvm",
          `this user has no access to ${device}`,
          "Add the user to the group kvm: sudo usermod -aG kvm <user>, then sign in again.",
        );
  }
}
