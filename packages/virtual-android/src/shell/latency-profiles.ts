import type { ServerWork } from "../helper-apps/helper-app.ts";

/** What a command, or a call of a server on a device, waits for, by kind. */
export type LatencyKind =
  | "shell"
  | "input"
  | "screencap"
  | "dump"
  | "start"
  | "install"
  | "service"
  | ServerWork;

/** Milliseconds that each kind of command takes longer than its work on a virtual phone. */
export type LatencyProfile = Readonly<Record<LatencyKind, number>>;

/**
 * What public reports of others measured, over adb, rounded; (e) is estimated from them.
 * - input: an x86 emulator's `input tap` takes 300 to 400 ms (github.com/quamotion/madb/issues/56), a Galaxy Note 4's 1,160 ms
 *   (prog.world/tap-swipe-and-two-smoking-events): each starts a Java process.
 * - screencap: 660 ms to 3 s as a PNG, 675 ms raw, on an emulator of Android 15 with 1440 by 3120 pixels
 *   (elliotgao2.github.io/handsets/blog/why-adb-screencap-is-slow), (e) scaled to 1080 by 2400; a phone's 4 s (github.com/mzlogin/awesome-adb/issues/54).
 * - dump: 2.1 to 2.2 s whatever is on the screen (github.com/mobile-next/mobilecli/pull/286); slow phone (e).
 * - start: about a second (github.com/dtmilano/CulebraTester2-public/issues/17); slow phone (e).
 * - shell, install, service (`settings`, `pm`, `dumpsys` and the like): (e).
 * - tree, picture, gesture: (e), a dump without its wait of a second and without a start of Java, a picture without a start of a program,
 *   an event without either.
 */
export const latencyProfiles = {
  zero: {
    shell: 0,
    input: 0,
    screencap: 0,
    dump: 0,
    start: 0,
    install: 0,
    service: 0,
    tree: 0,
    picture: 0,
    gesture: 0,
  },
  emulator: {
    shell: 15,
    input: 300,
    screencap: 600,
    dump: 2_100,
    start: 1_000,
    install: 3_000,
    service: 40,
    tree: 150,
    picture: 350,
    gesture: 80,
  },
  "slow-phone": {
    shell: 60,
    input: 1_160,
    screencap: 4_000,
    dump: 4_500,
    start: 3_000,
    install: 15_000,
    service: 150,
    tree: 600,
    picture: 900,
    gesture: 200,
  },
} as const satisfies Readonly<Record<string, LatencyProfile>>;

export type LatencyName = keyof typeof latencyProfiles;

export const latencyNames = Object.keys(latencyProfiles);

export function isLatencyName(name: string): name is LatencyName {
  return Object.hasOwn(latencyProfiles, name);
}

const serviceCommands: ReadonlySet<string> = new Set([
  ...[
    "settings",
    "dumpsys",
    "content",
    "svc",
    "ime",
    "wm",
    "service",
    "monkey",
    "locksettings",
    "cmd",
    "pm",
    "am",
  ],
]);

/** What kind a command is of by its words; null for what takes no time of its own, as `echo`. */
export function latencyKindOf(words: readonly string[]): LatencyKind | null {
  const [path = "", ...args] = words;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const verb = name === "cmd" ? args[1] : args[0];
  const service = name === "cmd" ? args[0] : name;
  if (name === "input" || name === "uinput") return "input";
  if (name === "screencap") return "screencap";
  if (name === "uiautomator") return "dump";
  if (/^(am|activity)$/.test(service ?? "") && /^(start(-activity)?|instrument)$/.test(verb ?? ""))
    return "start";
  if (/^(pm|package)$/.test(service ?? "") && /^install(-commit)?$/.test(verb ?? "")) return "install";
  return serviceCommands.has(name) ? "service" : null;
}
