import type { ShellCommand, ShellResult } from "#shared/actions/device-port.ts";
import { PackageName } from "#shared/contracts/values/package-name.ts";
import { parseWindowFacts } from "./window-facts.ts";

/** Whose windows are on the display, as far as it tells whether the home screen is free. */
export interface ShownWindows {
  /** The home screen's app; empty where the device does not say. */
  readonly home: string;
  /** Whose window has the focus; empty for none, as while one window replaces another. */
  readonly inFront: string;
  /** Apps besides the home screen's that show a window, be it one that takes no input. */
  readonly apps: readonly string[];
  /** Processes that one of Android's dialogs says crashed or do not respond. */
  readonly failing: readonly string[];
}

/** One process each; what they print is cut on the device. */
export const shownWindowsCommands: readonly ShellCommand[] = [
  [
    ...(["cmd", "package", "resolve-activity", "--brief", "-a", "android.intent.action.MAIN"] as const),
    ...["-c", "android.intent.category.HOME"],
  ],
  {
    pipeline: [
      ["dumpsys", "window"],
      ["grep", "-E", "mCurrentFocus=|mFocusedApp=|^ +Window #[0-9]+ Window|mOwnerUid=|^ +isVisible=true"],
    ],
  },
];

const windowLine = /^ +Window #\d+ Window\{(\S+) u\d+ (.+)\}:?\s*$/;
/** Windows of an app that stand for no app, and a message that goes by itself. */
const furniture = /^(InputMethod|Toast)|wallpaper/i;
/** They draw the bars, the shade and the lock screen, which count when they have the focus. */
const system = new Set(["android", "com.android.systemui"]);

/** Reads the outputs of `shownWindowsCommands`. */
export function parseShownWindows([home, windows]: readonly ShellResult[]): ShownWindows {
  const text = windows?.output ?? "";
  const focus = parseWindowFacts(text, "", "");
  const focusId = /mCurrentFocus=Window\{(\S+) /.exec(text)?.[1];
  let [id, title, owner] = ["", "", ""];
  let inFront = focusId === undefined ? "" : focus.package;
  const homePackage = /^([A-Za-z][\w.]*)\//m.exec(home?.output ?? "")?.[1] ?? "";
  const apps = new Set<string>();
  for (const line of text.split("\n")) {
    const begun = windowLine.exec(line);
    if (begun !== null) [id, title, owner] = [begun[1] ?? "", begun[2] ?? "", ""];
    owner = /mOwnerUid=.* package=([\w.]+)/.exec(line)?.[1] ?? owner;
    if (id === focusId && owner !== "") inFront = owner;
    if (!line.trim().startsWith("isVisible=true") || furniture.test(title)) continue;
    if (owner !== homePackage && !system.has(owner) && PackageName.safeParse(owner).success) apps.add(owner);
  }
  const failing = focus.appFailures.map(({ process }) => process);
  return { home: homePackage, inFront, apps: [...apps], failing };
}
