import type { Argv } from "#shared/actions/device-port.ts";
import { input, keyCode } from "#shared/actions/input-commands.ts";
import { PackageName } from "#shared/contracts/values/package-name.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { am } from "../adb/android-commands.ts";
import type { HostClock } from "../host-clock.ts";
import { parseShownWindows, type ShownWindows, shownWindowsCommands } from "../observe/shown-windows.ts";

/** The home screen comes after what moved before it, which takes a slow device a second. */
const glances = 8;
const glanceMilliseconds = 250;

/** What lies over the home screen. `usual`: apps that always show a window there. */
const coverOf = (
  { home, inFront, apps, failing }: ShownWindows,
  usual: readonly string[],
): readonly string[] => [
  ...new Set([
    ...failing.map((process) => `a dialog about ${process}`),
    ...apps.filter((app) => !usual.includes(app)),
    ...(inFront === home ? [] : [inFront || "nothing"]),
    ...(home === "" ? ["no home screen that is known"] : []),
  ]),
];

/** Ends whose windows are shown, and those apps besides. A lock screen and the shade have no app that could be ended. */
export function closeWindows(
  { home, inFront, apps, failing }: ShownWindows,
  usual: readonly string[],
  others: readonly string[] = [],
): readonly Argv[] {
  // A process may have its own name behind its app's.
  const failed = failing.map((process) => process.replace(/:.*/, ""));
  const owners = [...apps.filter((app) => !usual.includes(app)), inFront].filter(
    (name) => name !== home && name !== "com.android.systemui" && PackageName.safeParse(name).success,
  );
  return [
    input.keys(keyCode.wake),
    ["wm", "dismiss-keyguard"],
    ...[...new Set([...others, ...failed, ...owners])].map(am.forceStop),
    ...(failing.length === 0
      ? []
      : [["am", "broadcast", "-a", "android.intent.action.CLOSE_SYSTEM_DIALOGS"] as const]),
  ];
}

interface Uncovered {
  /** What still lies over the home screen; empty: the next job finds it. */
  readonly covers: readonly string[];
  readonly windows: ShownWindows;
}

/** Closes what lies over the home screen, until nothing does. */
export async function uncoverHome(
  seen: ShownWindows,
  usual: readonly string[],
  { adb, clock }: { readonly adb: AdbDevice; readonly clock: HostClock },
): Promise<Uncovered> {
  let windows = seen;
  for (let glance = 0; glance < glances && coverOf(windows, usual).length > 0; glance += 1) {
    await adb.write([...closeWindows(windows, usual), input.keys(keyCode.back), input.keys(keyCode.home)]);
    if (glance > 0) await clock.wait(glanceMilliseconds);
    windows = parseShownWindows(await adb.read(shownWindowsCommands));
  }
  return { covers: coverOf(windows, usual).map((what) => `${what} on the screen`), windows };
}
