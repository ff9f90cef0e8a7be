import type { DatabaseSync } from "node:sqlite";
import type { IconName } from "../graphics/icons.ts";
import type { ColorToken } from "../graphics/palette.ts";
import type { Look, Widget } from "../toolkit/widget.ts";
import type { Battery } from "./battery.ts";
import type {
  ActivityRecord,
  Clipboard,
  InstalledPackage,
  Intent,
  MediaSession,
  SettingsProvider,
} from "./device.ts";
import type { PageLoader } from "./page-loader.ts";
import type { PhoneFiles } from "./storage/phone-files.ts";
import type {
  NotificationContent,
  NotificationStore,
  PostedNotification,
} from "./telephony/notifications.ts";
import type { Telephony } from "./telephony/telephony.ts";

/** What an app on the virtual phone may use of it. */
export interface AppContext {
  readonly packageName: string;
  readonly settings: SettingsProvider;
  readonly clipboard: Clipboard;
  now(): Date;
  /** 0 to just under 1, from the phone's seed. */
  random(): number;
  property(name: string): string;
  readonly telephony: Telephony;
  readonly battery: Battery;
  readonly pages: PageLoader;
  readonly files: PhoneFiles;
  /** The SQLite file that a package keeps at Android's path; `package/file.db` of one that keeps several. */
  database(name: string): DatabaseSync;
  start(intent: Partial<Intent>): void;
  /** Calls at once with CALL_PHONE; an app without it can only open the dialer with the number. */
  call(number: string): void;
  /** Ends the screen that calls it. */
  finish(): void;
  /** State that is not in a screen has changed: draw again. */
  invalidate(): void;
  packages(): readonly InstalledPackage[];
  /** Tasks that the overview shows, newest first. */
  recents(): readonly ActivityRecord[];
  /** What draws a task's screen; null for one of which no picture may be had. */
  pictureOf(taskId: number): NonNullable<Look["picture"]> | null;
  resume(taskId: number): void;
  clearRecents(): void;
  /** Force stop. */
  stop(packageName: string): void;
  hasPermission(permission: string): boolean;
  /** Asks the user; nothing happens when it is granted or was refused permanently. The screen is drawn again after the answer. */
  requestPermission(permission: string): void;
  iconOf(packageName: string): AppIcon;
  /** The room that an app has, in dp: it lies when it is wider than high. */
  screen(): { readonly widthDp: number; readonly heightDp: number };
  notify(content: NotificationContent): void;
  /** What it plays, for `dumpsys media_session`; null ends it. */
  play(session: Omit<MediaSession, "packageName"> | null): void;
  cancelNotification(id: number, tag?: string | null): void;
  readonly notifications: NotificationStore;
  /** What a tap on a notification does. */
  openNotification(notification: PostedNotification): void;
  /** Sends what was written into its field, and takes it away. */
  answerNotification(notification: PostedNotification, text: string): void;
}

export interface AppIcon {
  readonly name: IconName;
  readonly color: ColorToken;
}

export interface Dialog {
  readonly title: string;
  readonly root: Widget;
  /** BACK and a tap outside; without it the dialog stays. */
  readonly onDismiss?: () => void;
}

export interface ScreenContent {
  readonly root: Widget;
  readonly dialog?: Dialog | undefined;
  /** The screen shows something that moves with time: how long one rendering stays true. */
  readonly refreshMilliseconds?: number | undefined;
  /** What lies behind the bars, for a screen that covers the whole display. */
  readonly behindBars?: ColorToken;
  /** It moves all the time: `uiautomator dump` never finds it idle. */
  readonly neverIdle?: boolean;
  /** White symbols in the bars, over a dark picture. */
  readonly overPicture?: boolean;
}

/** One screen while it is open. */
export interface OpenScreen {
  render(): ScreenContent;
  /** True when the screen used BACK itself. */
  back(): boolean;
  /** What it shows follows from this and the phone. Data without functions, never changed: a change makes another. */
  readonly state: object;
}

export interface IntentFilter {
  readonly action: string;
  readonly scheme?: string;
  readonly mimeType?: string;
}

export interface ScreenFactory {
  /** `com.android.settings/.Settings` */
  readonly component: string;
  readonly filters: readonly IntentFilter[];
  readonly secure: boolean;
  /** `kept`: the state of a screen of the same kind that was open before. */
  open(intent: Intent, app: AppContext, kept?: object): OpenScreen;
  /** An activity without a screen (Theme.NoDisplay) only does this. */
  readonly act?: (intent: Intent, app: AppContext) => void;
}

/** An activity that does something and shows nothing of its own. */
export function defineAction(
  component: string,
  action: string,
  act: (intent: Intent, app: AppContext) => void,
): ScreenFactory {
  const open = () => ({
    render: () => ({ root: { class: "android.view.View" } }),
    back: () => false,
    state: {},
  });
  return { component, filters: [{ action }], secure: false, open, act };
}

export interface View<State> {
  readonly state: State;
  readonly app: AppContext;
  readonly intent: Intent;
  set(change: Partial<State>): void;
}

export interface ScreenDefinition<State> {
  readonly component: string;
  readonly filters?: readonly IntentFilter[];
  readonly secure?: boolean;
  initialState(intent: Intent, app: AppContext): State;
  /** A pure function of state and phone to widgets; handlers in the widgets change the state. */
  render(view: View<State>): ScreenContent;
  back?(view: View<State>): boolean;
}

export function defineScreen<State extends object>(definition: ScreenDefinition<State>): ScreenFactory {
  return {
    component: definition.component,
    filters: definition.filters ?? [],
    secure: definition.secure ?? false,
    open: (intent, app, kept) => {
      // Of the same component, so of the same kind.
      let state = (kept as State | undefined) ?? definition.initialState(intent, app);
      const view: View<State> = {
        get state() {
          return state;
        },
        app,
        intent,
        set: (change) => {
          state = { ...state, ...change };
          app.invalidate();
        },
      };
      return {
        render: () => definition.render(view),
        back: () => definition.back?.(view) ?? false,
        get state() {
          return state;
        },
      };
    },
  };
}

/** A SQLite file an app keeps, by its path on the phone. */
export interface AppDatabase {
  readonly packageName: string;
  readonly path: string;
  /** Creates the tables and first rows of a new phone. */
  create(database: DatabaseSync): void;
}

export interface App {
  readonly packageName: string;
  readonly label: string;
  /** In other languages, by their two letters. */
  readonly translations?: Readonly<Record<string, string>>;
  readonly versionName: string;
  readonly versionCode: number;
  readonly icon: AppIcon;
  /** Component of the activity behind the launcher icon. */
  readonly launcherActivity: string | null;
  readonly screens: readonly ScreenFactory[];
  readonly databases?: readonly AppDatabase[];
  /** It is the home screen. */
  readonly isHome?: boolean;
  /** What it shows in the status bar, or null. */
  readonly statusIcon?: (app: AppContext) => IconName | null;
  /** The permissions that its manifest names. */
  readonly permissions?: readonly string[] | undefined;
  /** Those of them that it asks for as it opens, while it has not got them. */
  readonly asks?: readonly string[] | undefined;
  /** It came as a real APK, whose code does not run here. */
  readonly hasCode?: boolean | undefined;
}
