import type { Argv, ShellCommand } from "#shared/agent/actions/device-port.ts";

export interface WindowFacts {
  /** Empty when no window has the focus (display off, between two activities). */
  readonly package: string;
  readonly activity: string;
  readonly keyboardShown: boolean;
  /** First pixel row of the keyboard, when the device says. */
  readonly keyboardTop: number | null;
}

const grep = (source: Argv, pattern: string): ShellCommand => ({
  pipeline: [source, ["grep", "-E", pattern]],
});

/** One round trip; the greps keep a few hundred kilobytes of other windows on the device. */
export const windowFactsCommands: readonly ShellCommand[] = [
  grep(["dumpsys", "window"], "mCurrentFocus=|mFocusedApp="),
  grep(["dumpsys", "input_method"], "mInputShown="),
  grep(["dumpsys", "window", "InputMethod"], "touchable region=|mTouchableRegion=|touchableRegion="),
];

/** `Window{1f u0 com.android.settings/com.android.settings.Settings}`, `ActivityRecord{1f u0 com.x/.Main t12}` */
const component = /\bu\d+ ([A-Za-z][\w.]*)\/([\w.$]+)/;
/** A window without an activity, for example the notification shade: `Window{1f u0 NotificationShade}`. */
const windowTitle = /mCurrentFocus=Window\{\S+ u\d+ ([^}/\s]+)\}/;
const systemWindows = new Map([
  ["NotificationShade", "com.android.systemui"],
  ["StatusBar", "com.android.systemui"],
]);

/** Reads the outputs of `windowFactsCommands`; what a device does not say is empty, never guessed. */
export function parseWindowFacts(focus: string, inputMethod: string, keyboardWindow: string): WindowFacts {
  const lines = focus.split("\n");
  const current = lines.find((line) => line.includes("mCurrentFocus=") && !line.includes("=null"));
  const focusedApp = lines.find((line) => line.includes("mFocusedApp=") && !line.includes("=null"));
  const match = component.exec(current ?? "");
  const titled = systemWindows.get(windowTitle.exec(current ?? "")?.[1] ?? "");
  const app = match ?? (titled === undefined ? component.exec(focusedApp ?? "") : null);
  const keyboardShown = /mInputShown=true/.test(inputMethod);
  const region = /\((?:\d+),(\d+),\d+,\d+\)|\[\d+,(\d+)\]\[\d+,\d+\]/.exec(keyboardWindow);
  const top = Number(region?.[1] ?? region?.[2] ?? Number.NaN);
  return {
    package: app?.[1] ?? titled ?? "",
    activity: app?.[2] === undefined || app[1] === undefined ? "" : fullClass(app[1], app[2]),
    keyboardShown,
    keyboardTop: keyboardShown && Number.isFinite(top) && top > 0 ? top : null,
  };
}

const fullClass = (packageName: string, name: string): string =>
  name.startsWith(".") ? `${packageName}${name}` : name;
