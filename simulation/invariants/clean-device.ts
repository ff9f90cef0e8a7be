import type { Invariant } from "./invariant.ts";

/** What the workload changes on a device, as a clean one has it. */
const asFound = [
  ["global", "bluetooth_on"],
  ["global", "wifi_on"],
  ["global", "airplane_mode_on"],
] as const;

/** Whoever gets a device finds it as the first one did. */
export function cleanDevice(): Invariant {
  const first = new Map<string, string>();
  return {
    name: "a device that is handed out is clean",
    heard({ message, answer, deviceId, jobId }, { hosts }) {
      if (message !== "lease" || answer !== "taken") return [];
      const [hostName, serial] = String(deviceId).split(".");
      const host = hosts.find(({ name }) => name === hostName);
      const phone = host?.phones.phones.find((one) => one.serial === serial);
      if (phone === undefined) return [`job/${jobId} was given ${deviceId}, which nobody has`];
      const settings = asFound.map(([space, key]) => `${key}=${phone.settings.get(space, key)}`).join(" ");
      const before = first.get(String(deviceId));
      first.set(String(deviceId), before ?? settings);
      return before === undefined || before === settings
        ? []
        : [`job/${jobId} was given ${deviceId} with ${settings}`];
    },
  };
}
