import type { AccessibleNode } from "../toolkit/accessible-node.ts";
import type { Battery } from "./battery.ts";
import type { EventLog } from "./event-log.ts";
import type { NotificationStore } from "./telephony/notifications.ts";
import type { Telephony } from "./telephony/telephony.ts";
import type { Toast } from "./toasts.ts";

/**
 * What the ADB side (`adb/`, `shell/`) needs of a virtual phone and what the Android side (`system/`, `toolkit/`, `apps/`)
 * provides. Coordinates are pixels of the current display, times are milliseconds.
 */
export interface VirtualDevice {
  readonly mediaSessions: readonly MediaSession[];
  readonly serial: string;
  /** Directory on this machine that holds the phone's file system: `/sdcard/x` is `<filesRoot>/sdcard/x`. */
  readonly filesRoot: string;
  /** Monotonic since boot; `date` and the status bar read the wall clock through it, so tests can set it. */
  readonly clock: () => Date;

  readonly input: InputDispatcher;
  readonly display: Display;
  readonly settings: SettingsProvider;
  readonly packages: PackageManager;
  readonly activities: ActivityManager;
  readonly content: ContentProviders;
  readonly clipboard: Clipboard;
  readonly automation: UiAutomation;
  /** What `logcat` shows. */
  readonly log: EventLog;
  readonly battery: Battery;
  readonly telephony: Telephony;
  /** Apps have a network: a radio is on, and nothing has taken the network away. */
  readonly isOnline: boolean;
  /** Something beyond the phone listens there, as `10.0.2.2:5037`. */
  reaches(address: string): boolean;

  /** `getprop` table. `sys.boot_completed` is "1" only after boot. */
  properties(): ReadonlyMap<string, string>;
  /** `setprop`; until the next boot, unless its name begins with `persist.`. */
  setProperty(name: string, value: string): void;
  /** Pulls the notification shade down, halfway or whole, or lets it go. */
  expandShade(to: "notifications" | "settings" | null): void;
  readonly notifications: NotificationStore;
  /** PNG of the display, or a black one when it is off or a secure window is on top. */
  screencap(): Promise<Buffer>;
  /** The text `uiautomator dump` would write, in Android 14's format. */
  dumpHierarchy(): Promise<UiDump>;
  /** The same of every window on the display, as with `--windows`. */
  dumpWindows(): Promise<UiDump>;
  /** Since the kernel started, by the phone's clock. */
  upMilliseconds(): number;
  /** Runs the boot sequence again: a new boot id, no running apps, app data kept. */
  reboot(): Promise<void>;
  /** False from `stop` to `start` of the shell: adbd and the files are there, nothing of Android is. */
  readonly isFrameworkRunning: boolean;
  stopFramework(): void;
  /** Android starts again under the same boot id; no app runs. */
  startFramework(): void;
  /** Saves what must outlive the process. Idempotent. */
  close(): Promise<void>;
}

/** What an app says that it plays, newest first. */
export interface MediaSession {
  readonly packageName: string;
  readonly isPlaying: boolean;
  readonly positionMilliseconds: number;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
}

/** Android's way for tests to the windows, which one test at a time has; `uiautomator dump` fails meanwhile. */
export interface UiAutomation {
  /** Null while another test has it. */
  connect(): AutomationConnection | null;
}
export interface AutomationConnection {
  /** Changes when the screen does; null while something on it always moves. */
  stamp(): string | null;
  /** In front first, each by its root; none while the display is off. */
  windows(): readonly AccessibleNode[];
  /** ACTION_SET_TEXT; false for what is no field. */
  setText(node: AccessibleNode, text: string): boolean;
  /** Texts of the toasts that show. */
  toasts(): readonly string[];
  /** The last that was shown since it connected, whether it still shows or not. */
  lastToast(): Toast | null;
  disconnect(): void;
}

export type UiDump =
  | { readonly ok: true; readonly xml: string }
  | {
      readonly ok: false;
      readonly error:
        | "could not get idle state"
        | "null root node returned by UiTestAutomationBridge"
        | "UiAutomationService already registered!";
    };

/** A finger's way over the display. */
export interface TouchPath {
  readonly start: TouchPoint;
  readonly end: TouchPoint;
}
export interface TouchPoint {
  readonly x: number;
  readonly y: number;
}

export interface InputDispatcher {
  tap(x: number, y: number): Promise<void>;
  /** Also a drag and, when start equals end, a long press of `durationMilliseconds`. */
  swipe(x1: number, y1: number, x2: number, y2: number, durationMilliseconds: number): Promise<void>;
  /** Two fingers at once, each from start to end. */
  pinch(fingers: readonly [TouchPath, TouchPath]): Promise<void>;
  draganddrop(x1: number, y1: number, x2: number, y2: number, durationMilliseconds: number): Promise<void>;
  /** Android key codes, for example 4 BACK, 3 HOME, 187 APP_SWITCH, 66 ENTER, 67 DEL, 279 PASTE. */
  keyevent(
    keyCode: number,
    options?: { readonly longPress?: boolean; readonly metaKeys?: readonly number[] },
  ): Promise<void>;
  /** What `input text` does with an argument already decoded (`%s` → space): ASCII only; others throw like InputShellCommand. */
  text(text: string): Promise<void>;
  /** What ADBKeyboard-style IMEs do on `am broadcast -a ADB_INPUT_B64`: commits any Unicode into the focused field. */
  commitText(text: string): Promise<void>;
}

export interface Display {
  readonly width: number;
  readonly height: number;
  readonly densityDpi: number;
  /** Without what `wm size` and `wm density` say. */
  readonly physical: { readonly width: number; readonly height: number; readonly densityDpi: number };
  /** 0, 1, 2, 3 = 0°, 90°, 180°, 270°. */
  readonly rotation: 0 | 1 | 2 | 3;
  readonly isOn: boolean;
  readonly isLocked: boolean;
}

export type SettingsNamespace = "system" | "secure" | "global";
export interface SettingsProvider {
  get(namespace: SettingsNamespace, key: string): string | null;
  put(namespace: SettingsNamespace, key: string, value: string): void;
  delete(namespace: SettingsNamespace, key: string): boolean;
  list(namespace: SettingsNamespace): readonly (readonly [key: string, value: string])[];
}

export interface InstalledPackage {
  readonly packageName: string;
  readonly label: string;
  readonly versionName: string;
  readonly versionCode: number;
  readonly isSystem: boolean;
  /** Fully qualified component of the launcher activity, `pkg/.Activity`, or null. */
  readonly launcherActivity: string | null;
  readonly apkPath: string;
  /** Id of the label in the APK's resources; 0 when it is in the manifest itself. */
  readonly labelResource: number;
  readonly minSdk?: number;
  readonly targetSdk?: number;
  readonly instrumentations?: readonly Instrumentation[];
  /** Components of its keyboards. */
  readonly inputMethods?: readonly string[];
}
/** A test runner that its manifest names: `pkg/Runner`, and whom it tests. */
export interface Instrumentation {
  readonly component: string;
  readonly target: string;
}
/** One that users are asked for, with PackageManager's flags by their short names. */
export interface RuntimePermission {
  readonly name: string;
  readonly granted: boolean;
  readonly flags: readonly string[];
}
export interface InstallOptions {
  readonly replace: boolean;
  readonly downgrade: boolean;
  /** `-g`: all runtime permissions at once. */
  readonly grantAll?: boolean;
  /** `-t`: also what is for tests alone. */
  readonly testOnly?: boolean;
  readonly lowTargetSdk?: boolean;
}
export interface PackageManager {
  list(): readonly InstalledPackage[];
  /** Components of all activities that an intent could open. */
  query(intent: Intent): readonly string[];
  /** Component of the activity that an intent without a package opens, or null. */
  resolve(intent: Intent): string | null;
  /** Installs an APK, or what a virtual APK file describes; throws an Error whose message is `INSTALL_FAILED_…: why`. */
  install(apk: Buffer, options: InstallOptions): Promise<string>;
  uninstall(packageName: string): Promise<boolean>;
  /** `pm clear`: wipes the app's data and stops it; false when there is no such package. */
  clear(packageName: string): Promise<boolean>;
  /** What its manifest names, and what of that can be asked for. */
  permissions(packageName: string): {
    readonly requested: readonly string[];
    readonly runtime: readonly RuntimePermission[];
  };
  /** `pm grant` and `revoke`; false for one that the manifest does not name or that is no runtime permission. */
  setPermission(packageName: string, permission: string, granted: boolean): boolean;
}

export interface Intent {
  readonly action?: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly component?: string;
  readonly packageName?: string;
  readonly categories: readonly string[];
  readonly extras: Readonly<Record<string, string | number | boolean>>;
  readonly flags: number;
}
export type StartResult =
  | { readonly status: "ok"; readonly component: string; readonly broughtToFront: boolean }
  | { readonly status: "no-activity" }
  | { readonly status: "no-class"; readonly component: string };
export interface ActivityRecord {
  readonly packageName: string;
  /** `com.android.settings/.Settings` */
  readonly component: string;
  readonly taskId: number;
  /** Absent: the whole display. */
  readonly bounds?: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  /** It shows beside the one in front. */
  readonly isBeside?: boolean;
}
export interface ShownWindow {
  readonly packageName: string;
  readonly title: string;
  readonly secure: boolean;
  /** Part of it is drawn on its own surface, as games and videos are. */
  readonly hasSurface: boolean;
}
export interface ActivityManager {
  /** The task in front and this one share the display; 0 puts it on top or to the left, 1 at the bottom or to the right. */
  splitWith(taskId: number, position: number): void;
  exitSplit(which: { readonly kept?: number; readonly dropped?: number }): void;
  start(intent: Intent): Promise<StartResult>;
  /** Returns how many receivers got it. */
  broadcast(intent: Intent): Promise<{ readonly resultCode: number; readonly resultData: string | null }>;
  forceStop(packageName: string): Promise<void>;
  /**
   * Starts its process without a window, for a service or a test; `ended` is called when the process ends, whyever. It also ends with
   * `besides`, whose code it runs.
   */
  startProcess(packageName: string, ended: () => void, besides?: string): void;
  /** Ends it by an exception of adb's. */
  crash(packageName: string): void;
  /** The focused window; null while the display is off. */
  focused(): {
    readonly packageName: string;
    readonly component: string;
    readonly windowTitle: string;
    /** It forbids pictures of itself. */
    readonly secure: boolean;
  } | null;
  /** On the display, top first. */
  windows(): readonly ShownWindow[];
  inputMethodShown(): boolean;
  /** Top first. */
  tasks(): readonly ActivityRecord[];
  /** With the frames that each has drawn. */
  running(): readonly { readonly packageName: string; readonly pid: number; readonly frames: number }[];
  home(): Promise<void>;
  /** Removes every task from recents. */
  clearRecents(): void;
}

export type ContentRow = Readonly<Record<string, string | number | null>>;
export interface ContentProviders {
  /** Throws an Error with Android's message for an unknown authority or column. `where` is SQL. */
  query(
    uri: string,
    options: { readonly projection?: readonly string[]; readonly where?: string; readonly sort?: string },
  ): Promise<readonly ContentRow[]>;
  insert(uri: string, values: ContentRow): Promise<void>;
  update(uri: string, values: ContentRow, where?: string): Promise<number>;
  delete(uri: string, where?: string): Promise<number>;
}

export interface Clipboard {
  get(): string | null;
  set(text: string | null): void;
}
