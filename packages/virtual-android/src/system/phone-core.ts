import { type Activity, ActivityStack } from "./activity-stack.ts";
import type { App, AppContext, OpenScreen, ScreenFactory } from "./app.ts";
import { Battery } from "./battery.ts";
import type { Intent, MediaSession } from "./device.ts";
import { EventLog } from "./event-log.ts";
import { noFaults } from "./faults.ts";
import { newWindowMemory, type WindowMemory } from "./input/input-focus.ts";
import { PackageRegistry } from "./packages/package-registry.ts";
import { PermissionStore } from "./packages/permission-store.ts";
import { plainIntent } from "./packages/plain-intent.ts";
import { PageLoader } from "./page-loader.ts";
import { SeededRandom } from "./seeded-random.ts";
import { AppDatabases } from "./storage/app-databases.ts";
import { PhoneFiles } from "./storage/phone-files.ts";
import { SettingsStore } from "./storage/settings-store.ts";
import { NotificationStore } from "./telephony/notifications.ts";
import { phoneNumberOf, type TelephoneExchange } from "./telephony/telephone-exchange.ts";
import { Telephony } from "./telephony/telephony.ts";
import { telephonyStore } from "./telephony/telephony-store.ts";
import { Toasts } from "./toasts.ts";
import { isError, type Overlay, type OverlaySource } from "./windows/overlay.ts";
import { SplitScreen } from "./windows/split-screen.ts";

export const HOME_PACKAGE = "com.android.launcher3";
export const SETTINGS_PROVIDER = "com.android.providers.settings";
export const SYSTEM_UI = "com.android.systemui";
export const SHADE_COMPONENT = "com.android.systemui/.shade.NotificationShade";
export const LATIN_IME = "com.android.inputmethod.latin/.LatinIME";
export const ADB_IME = "com.android.adbkeyboard/.AdbIME";

/** The notification shade's screen. */
export interface Shade {
  readonly screen: OpenScreen;
  readonly memory: WindowMemory;
  readonly dialogMemory: WindowMemory;
}

export interface CoreOptions {
  readonly filesRoot: string;
  readonly clock: () => Date;
  readonly seed: number;
  readonly apps: readonly App[];
  readonly property: (name: string) => string;
  readonly serial: string;
  readonly exchange: TelephoneExchange;
  /** Shows an app's question for a permission. */
  readonly ask: (core: PhoneCore, packageName: string, permission: string) => void;
  /** What an app gets of the phone. */
  readonly contextOf: (core: PhoneCore, packageName: string, finish: () => void) => AppContext;
}

/** What all parts of one phone share: its apps, its state, and the count of changes that tells when to draw again. */
export class PhoneCore {
  readonly clock: () => Date;
  readonly databases: AppDatabases;
  readonly packages: PackageRegistry;
  readonly stack: ActivityStack;
  readonly split: SplitScreen;
  readonly battery = new Battery(() => this.invalidate());
  readonly telephony: Telephony;
  /** What browsers loaded, by package, with their cookies. */
  readonly #pages = new Map<string, PageLoader>();
  readonly files: PhoneFiles;
  readonly permissions: PermissionStore;
  readonly notifications: NotificationStore;
  readonly toasts: Toasts;
  readonly mediaSessions = new Map<string, MediaSession & { readonly since: number }>();
  /** The notification shade, while it is pulled down. */
  shade: Shade | null = null;
  readonly faults = noFaults();
  readonly overlays: Overlay[] = [];
  readonly log: EventLog;
  /** Whose crash since the boot has been shown. */
  readonly crashes = new Set<string>();
  settings: SettingsStore;
  clipboardText: string | null = null;
  displayOn = true;
  locked = false;
  keyboardPage: "letters" | "shifted" | "symbols" = "letters";
  lockMemory = newWindowMemory();
  readonly random: SeededRandom;
  readonly property: (name: string) => string;
  readonly ask: CoreOptions["ask"];
  readonly #contextOf: CoreOptions["contextOf"];
  #revision = 0;

  constructor(options: CoreOptions) {
    this.clock = options.clock;
    this.log = new EventLog(options.clock);
    this.random = new SeededRandom(options.seed);
    this.property = options.property;
    this.ask = options.ask;
    this.#contextOf = options.contextOf;
    const databases = options.apps.flatMap((app) => app.databases ?? []);
    this.databases = new AppDatabases(options.filesRoot, databases);
    this.settings = this.#openSettings();
    this.packages = new PackageRegistry(options.filesRoot, options.apps);
    this.notifications = new NotificationStore(options.clock, () => this.invalidate());
    this.toasts = new Toasts(options.clock);
    this.permissions = new PermissionStore(options.filesRoot);
    this.stack = new ActivityStack(
      HOME_PACKAGE,
      (factory, packageName, intent, kept) => this.#openScreen(factory, packageName, intent, kept),
      (packageName) => this.#ended(packageName),
    );
    this.split = new SplitScreen(this.stack);
    this.files = new PhoneFiles(options.filesRoot, options.clock);
    this.telephony = new Telephony(phoneNumberOf(options.serial), telephonyStore(this), options.exchange);
  }

  /** What ends with an app's process: its windows, and the system's dialog about it. */
  #ended(packageName: string): void {
    this.permissions.endOneTime(packageName);
    this.mediaSessions.delete(packageName);
    this.#closeOverlays(
      (one) => one.packageName === packageName || (isError(one) && one.shows.packageName === packageName),
    );
  }

  /** As ACTION_CLOSE_SYSTEM_DIALOGS does: Android's own dialogs about apps, and the shade; not what apps show. */
  closeSystemDialogs(): void {
    this.shade = null;
    for (const { shows } of this.overlays.filter(isError))
      if (shows.kind === "appError" && shows.error === "anr") this.stack.stop(shows.packageName);
    this.#closeOverlays(isError);
  }

  #closeOverlays(closes: (overlay: Overlay) => boolean): void {
    const kept = this.overlays.filter((overlay) => !closes(overlay));
    this.overlays.splice(0, this.overlays.length, ...kept);
    this.invalidate();
  }

  pagesOf(packageName: string): PageLoader {
    const known = this.#pages.get(packageName);
    if (known !== undefined) return known;
    const pages = new PageLoader(
      () => this.isOnline,
      () => this.invalidate(),
    );
    this.#pages.set(packageName, pages);
    return pages;
  }

  /** What goes with an app's data; its databases begin again. */
  clearData(packageName: string): void {
    this.#pages.delete(packageName);
    this.databases.wipe(packageName);
    this.permissions.forget(packageName);
  }

  get revision(): number {
    return this.#revision;
  }

  /** A radio is on, and no test has taken the network away. */
  get isOnline(): boolean {
    const on = (key: string): boolean => this.settings.get("global", key) === "1";
    return !this.faults.offline && !on("airplane_mode_on") && (on("wifi_on") || on("mobile_data"));
  }

  invalidate(): void {
    this.#revision += 1;
  }

  #openSettings(): SettingsStore {
    return new SettingsStore(
      () => this.databases.open(SETTINGS_PROVIDER),
      () => this.invalidate(),
    );
  }

  reloadSettings(): void {
    this.settings = this.#openSettings();
    this.invalidate();
  }

  /** Another hand has put all files there: nothing that was read from them before counts. */
  reloadFiles(): void {
    this.packages.reload();
    this.permissions.reload();
    this.reloadSettings();
  }

  boot(): void {
    this.stack.reset();
    this.overlays.length = 0;
    this.crashes.clear();
    this.shade = null;
    this.mediaSessions.clear();
    this.notifications.replaceAll([]);
    this.toasts.clear();
    this.permissions.endAllOneTime();
    this.clipboardText = null;
    this.displayOn = true;
    this.locked = false;
    this.databases.createMissing();
    this.goHome();
  }

  goHome(): void {
    this.shade = null;
    this.#closeDrawer();
    if (this.stack.tasks().some((task) => task.packageName === HOME_PACKAGE)) this.stack.home();
    else
      this.packages.launch(HOME_PACKAGE, (factory) =>
        this.stack.start(factory, HOME_PACKAGE, plainIntent(), true),
      );
    this.invalidate();
  }

  /** HOME on the home screen closes what lies over it, as a second press of the key does on Android. */
  #closeDrawer(): void {
    const home = this.stack.tasks().find((task) => this.stack.isHome(task));
    home?.activities[0]?.screen.back();
  }

  /** Pulls the shade down, further, or lets it go. */
  expandShade(to: "notifications" | "settings" | null): void {
    const factory = to === null || this.locked ? null : this.packages.factoryOf(SHADE_COMPONENT);
    if (factory === null) this.shade = null;
    else {
      const context = this.contextOf(SYSTEM_UI, () => this.expandShade(null));
      const state = { settings: to === "settings" };
      const screen = factory.open(plainIntent(), context, state);
      this.shade = { screen, memory: newWindowMemory(), dialogMemory: newWindowMemory() };
    }
    this.invalidate();
  }

  /** Starts what an intent names or asks for; null when nothing answers it. */
  start(intent: Intent): {
    readonly factory: ScreenFactory;
    readonly packageName: string;
    readonly broughtToFront: boolean;
  } | null {
    const target = this.packages.resolve(intent);
    if (target === null) return null;
    if (target.factory.act !== undefined) {
      target.factory.act(intent, this.contextOf(target.packageName));
      return { ...target, broughtToFront: false };
    }
    this.shade = null;
    const isLauncher = intent.action === undefined || intent.action === "android.intent.action.MAIN";
    const broughtToFront = this.stack.start(target.factory, target.packageName, intent, isLauncher);
    this.keyboardPage = "letters";
    const app = this.packages.app(target.packageName);
    if (app?.hasCode === true)
      this.log.add(
        "W",
        "VirtualPhone",
        `${target.factory.component} has code, which a virtual phone does not run`,
      );
    for (const permission of app?.asks ?? []) this.ask(this, target.packageName, permission);
    this.invalidate();
    return { ...target, broughtToFront };
  }

  back(activity: Activity): void {
    if (!activity.screen.back()) this.stack.finish(activity);
    this.invalidate();
  }

  showOverlay(shows: OverlaySource, window: Omit<Overlay, "memory" | "shows">): Overlay {
    const overlay = { ...window, memory: newWindowMemory(), shows };
    this.overlays.push(overlay);
    this.invalidate();
    return overlay;
  }

  closeOverlay(overlay: Overlay): void {
    const at = this.overlays.indexOf(overlay);
    if (at >= 0) this.overlays.splice(at, 1);
    this.invalidate();
  }

  #openScreen(factory: ScreenFactory, packageName: string, intent: Intent, kept?: object): OpenScreen {
    // The screen and its context name each other: a screen ends itself through its context.
    let screen: OpenScreen | null = null;
    const context = this.contextOf(packageName, () => {
      const activity = screen === null ? null : this.stack.activityOf(screen);
      if (activity !== null) this.stack.finish(activity);
      this.invalidate();
    });
    screen = factory.open(intent, context, kept);
    return screen;
  }

  contextOf(packageName: string, finish: () => void = () => {}): AppContext {
    return this.#contextOf(this, packageName, finish);
  }
}
