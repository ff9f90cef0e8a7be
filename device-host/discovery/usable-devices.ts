import type { ListedDevice } from "../adb/host-service.ts";

export interface SortedDevices {
  readonly usable: ReadonlySet<string>;
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
  const usable = new Set<string>();
  const refused = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { serial } of listed) counts.set(idOf(serial), (counts.get(idOf(serial)) ?? 0) + 1);
  for (const { serial, state } of listed) {
    const twins = counts.get(idOf(serial)) ?? 0;
    if (!/[A-Za-z0-9]/.test(serial))
      refused.set(serial, `'${serial}' is not a unique serial: give the device its own.`);
    else if (twins > 1)
      refused.set(serial, `${twins} devices have this serial: commands could reach the wrong one.`);
    else if (state !== "device") refused.set(serial, adviceByState[state] ?? `adb says '${state}'.`);
    else usable.add(serial);
  }
  return { usable, refused };
}
