import type { ListedDevice } from "../adb/host-service.ts";

export interface SortedDevices {
  readonly usable: readonly string[];
  /** Serials that must not be worked with, and why. */
  readonly refused: ReadonlyMap<string, string>;
}

const adviceByState: Readonly<Record<string, string>> = {
  offline: "adb says 'offline': wait, or run 'adb reconnect offline', then reboot it.",
  unauthorized: "adb says 'unauthorized': accept this computer's key on the device's screen.",
  authorizing: "adb says 'authorizing': accept this computer's key on the device's screen.",
};

/** Which of the listed devices can be told apart and talked to (docs/faults.md A5, A6, A11). */
export function sortDevices(
  listed: readonly ListedDevice[],
  idOf: (serial: string) => string,
): SortedDevices {
  const usable: string[] = [];
  const refused = new Map<string, string>();
  for (const { serial, state } of listed) {
    const twins = listed.filter((other) => idOf(other.serial) === idOf(serial)).length;
    if (!/[A-Za-z0-9]/.test(serial))
      refused.set(serial, `'${serial}' is no serial: give the device one of its own.`);
    else if (twins > 1)
      refused.set(serial, `${twins} devices have this serial: commands could reach the wrong one.`);
    else if (state !== "device") refused.set(serial, adviceByState[state] ?? `adb says '${state}'.`);
    else usable.push(serial);
  }
  return { usable, refused };
}
