import type { Argv, ShellCommand } from "#shared/actions/device-port.ts";
import type { AdbDevice } from "../adb/adb-device.ts";

export interface WindowFacts {
  /** Empty when no window has the focus (display off, between two activities). */
  readonly package: string;
  readonly activity: string;
  readonly keyboardShown: boolean;
  /** First pixel row of the keyboard, when the device says. */
  readonly keyboardTop: number | null;
  /** What else is open beside or over the window in front: packages, or titles of windows that belong to no activity. */
  readonly windows: readonly string[];
  /** More is to be seen than one window, beside what is always there. */
  readonly isLayered: boolean;
  /** Android's dialogs that an app crashed or does not respond. */
  readonly appFailures: readonly { readonly kind: "crash" | "anr"; readonly process: string }[];
  /** The device's own clock to the minute, as `Sat 2026-11-21 21:47`; empty when it does not say. */
  readonly deviceTime: string;
}

const grep = (source: Argv, pattern: string): ShellCommand => ({
  pipeline: [source, ["grep", "-E", pattern]],
});

/** The windows and the focus. */
export const windowsCommand = grep(
  ["dumpsys", "window"],
  "mCurrentFocus=|mFocusedApp=|^ +Window #[0-9]+ Window|^ +isVisible=true",
);

/** One round trip; the greps keep a few hundred kilobytes of other windows on the device. */
export const windowFactsCommands: readonly ShellCommand[] = [
  windowsCommand,
  grep(["dumpsys", "input_method"], "mInputShown="),
  grep(["dumpsys", "window", "InputMethod"], "touchable region=|mTouchableRegion=|touchableRegion="),
  ["date", "+%a %Y-%m-%d %H:%M"],
];

/** `Window{1f u0 com.android.settings/com.android.settings.Settings}`, `ActivityRecord{1f u0 com.x/.Main t12}` */
const component = /\bu\d+ ([A-Za-z][\w.]*)\/([\w.$]+)/;
/** A window without an activity, for example the notification shade: `Window{1f u0 NotificationShade}`. */
const windowTitle = /mCurrentFocus=Window\{\S+ u\d+ ([^}/\s]+)\}/;
const systemWindows = new Map([
  ["NotificationShade", "com.android.systemui"],
  ["StatusBar", "com.android.systemui"],
]);

/** The app in front and the keyboard, as they are now. */
export async function readWindowFacts(adb: AdbDevice): Promise<WindowFacts> {
  const [focus, inputMethod, keyboard] = await adb.read(windowFactsCommands);
  return parseWindowFacts(focus?.output ?? "", inputMethod?.output ?? "", keyboard?.output ?? "");
}

/** Reads the outputs of `windowFactsCommands`; what a device does not say is empty, never guessed. */
export function parseWindowFacts(
  focus: string,
  inputMethod: string,
  keyboardWindow: string,
  clock = "",
): WindowFacts {
  const lines = focus.split("\n");
  const current = lines.find((line) => line.includes("mCurrentFocus=") && !line.includes("=null"));
  const focusedApp = lines.find((line) => line.includes("mFocusedApp=") && !line.includes("=null"));
  const match = component.exec(current ?? "");
  const titled = systemWindows.get(windowTitle.exec(current ?? "")?.[1] ?? "");
  const app = match ?? (titled === undefined ? component.exec(focusedApp ?? "") : null);
  const keyboardShown = /mInputShown=true/.test(inputMethod);
  const region = /\((?:\d+),(\d+),\d+,\d+\)|\[\d+,(\d+)\]\[\d+,\d+\]/.exec(keyboardWindow);
  const top = Number(region?.[1] ?? region?.[2] ?? Number.NaN);
  const shown = shownWindows(lines);
  return {
    package: app?.[1] ?? titled ?? "",
    activity: app?.[2] === undefined || app[1] === undefined ? "" : fullClass(app[1], app[2]),
    keyboardShown,
    keyboardTop: keyboardShown && Number.isFinite(top) && top > 0 ? top : null,
    windows: otherWindows(shown, app?.[1] ?? titled ?? ""),
    isLayered: shown.length > 1,
    appFailures: errorDialogs(lines),
    deviceTime: /^\w{3} \d{4}-\d\d-\d\d \d\d:\d\d$/.exec(clock.trim())?.[0] ?? "",
  };
}

/** `Window{1f u0 Application Error: com.x}`: a title that no language changes. */
const errorTitle = /Window\{\S+ u\d+ Application (Error|Not Responding): ([\w.:]{1,255})\}/;

function errorDialogs(lines: readonly string[]): WindowFacts["appFailures"] {
  const found = lines.flatMap((line) => {
    const [, kind, process] = errorTitle.exec(line) ?? [];
    return process === undefined ? [] : [`${kind === "Error" ? "crash" : "anr"} ${process}` as const];
  });
  return [...new Set(found)].map((both) => {
    const [kind, process = ""] = both.split(" ");
    return { kind: kind === "crash" ? "crash" : "anr", process };
  });
}

const fullClass = (packageName: string, name: string): string =>
  name.startsWith(".") ? `${packageName}${name}` : name;

const windowLine = /^ +Window #\d+ Window\{\S+ u\d+ (.+)\}:?\s*$/;
/** Always there, whatever is in front; the keyboard is not one of these. */
const furniture =
  /^(StatusBar|NavigationBar|Taskbar|ScreenDecor|InputMethod|EdgeBackGesture|pip-)|wallpaper/i;
const mostWindows = 5;

/** By their titles. */
function shownWindows(lines: readonly string[]): readonly string[] {
  let title = "";
  return lines.flatMap((line) => {
    title = windowLine.exec(line)?.[1] ?? title;
    return line.trim().startsWith("isVisible=true") && !furniture.test(title) ? [title] : [];
  });
}

function otherWindows(titles: readonly string[], inFront: string): readonly string[] {
  // A popup's title ends with its identity: `PopupWindow:8f2a1b`.
  const names = titles.map(
    (title) => /^([A-Za-z][\w.]*)\//.exec(title)?.[1] ?? title.replace(/:[0-9a-f]+$/, "").slice(0, 60),
  );
  const isInFront = (name: string): boolean => name === inFront || systemWindows.get(name) === inFront;
  return [...new Set(names)].filter((name) => name !== "" && !isInFront(name)).slice(0, mostWindows);
}
