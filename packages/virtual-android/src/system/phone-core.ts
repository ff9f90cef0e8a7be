import type { Intent } from "../device.ts";
import { type Activity, ActivityStack } from "./activity-stack.ts";
import type { App, AppContext, Dialog, OpenScreen, ScreenFactory } from "./app.ts";
import { AppDatabases } from "./app-databases.ts";
import { noFaults } from "./faults.ts";
import { newWindowMemory, type WindowMemory } from "./input-focus.ts";
import { PackageRegistry } from "./package-registry.ts";
import { SeededRandom } from "./seeded-random.ts";
import { SettingsStore } from "./settings-store.ts";
import { SplitScreen } from "./split-screen.ts";

export const HOME_PACKAGE = "com.android.launcher3";
export const SETTINGS_PROVIDER = "com.android.providers.settings";
export const LATIN_IME = "com.android.inputmethod.latin/.LatinIME";
export const ADB_IME = "com.android.adbkeyboard/.AdbIME";

/** A window of the system over all apps: crash, ANR and permission dialogs. */
export interface Overlay {
  readonly packageName: string;
  readonly component: string;
  readonly dialog: Dialog;
  readonly memory: WindowMemory;
  readonly shows: OverlaySource;
}

/** A phone's own dialog. */
export type OverlaySource =
  | { readonly kind: "appError"; readonly packageName: string; readonly error: "crash" | "anr" }
  | { readonly kind: "permission"; readonly packageName: string; readonly question: string }
  | { readonly kind: "app"; readonly packageName: string; readonly dialog: AppDialog };

/** What an app puts over its own screen; a button closes it unless it says that it does not. */
export interface AppDialog {
  readonly title: string;
  readonly buttons: readonly { readonly label: string; readonly closes?: () => boolean }[];
}

export interface CoreOptions {
  readonly filesRoot: string;
  readonly clock: () => Date;
  readonly seed: number;
  readonly apps: readonly App[];
  readonly property: (name: string) => string;
}

/** What all parts of one phone share: its apps, its state, and the count of changes that tells when to draw again. */
export class PhoneCore {
  readonly clock: () => Date;
  readonly databases: AppDatabases;
  readonly packages: PackageRegistry;
  readonly stack: ActivityStack;
  readonly split: SplitScreen;
  readonly faults = noFaults();
  readonly overlays: Overlay[] = [];
  settings: SettingsStore;
  clipboardText: string | null = null;
  displayOn = true;
  locked = false;
  keyboardPage: "letters" | "shifted" | "symbols" = "letters";
  lockMemory = newWindowMemory();
  readonly random: SeededRandom;
  readonly #property: (name: string) => string;
  #revision = 0;

  constructor(options: CoreOptions) {
    this.clock = options.clock;
    this.random = new SeededRandom(options.seed);
    this.#property = options.property;
    const databases = options.apps.flatMap((app) => app.databases ?? []);
    this.databases = new AppDatabases(options.filesRoot, databases);
    this.settings = this.#openSettings();
    this.packages = new PackageRegistry(options.filesRoot, options.apps);
    this.stack = new ActivityStack(HOME_PACKAGE, (factory, packageName, intent, kept) =>
      this.#openScreen(factory, packageName, intent, kept),
    );
    this.split = new SplitScreen(this.stack);
  }

  get revision(): number {
    return this.#revision;
  }

  invalidate(): void {
    this.#revision += 1;
  }

  #openSettings(): SettingsStore {
    return new SettingsStore(this.databases.open(SETTINGS_PROVIDER), () => this.invalidate());
  }

  reloadSettings(): void {
    this.settings = this.#openSettings();
    this.invalidate();
  }

  /** Another hand has put all files there: nothing that was read from them before counts. */
  reloadFiles(): void {
    this.packages.reload();
    this.reloadSettings();
  }

  boot(): void {
    this.stack.reset();
    this.overlays.length = 0;
    this.clipboardText = null;
    this.displayOn = true;
    this.locked = false;
    this.databases.createMissing();
    this.goHome();
  }

  goHome(): void {
    if (this.stack.tasks().some((task) => task.packageName === HOME_PACKAGE)) this.stack.home();
    else
      this.packages.launch(HOME_PACKAGE, (factory) =>
        this.stack.start(factory, HOME_PACKAGE, plainIntent(), true),
      );
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
      target.factory.act(
        intent,
        this.#context(target.packageName, () => {}),
      );
      return { ...target, broughtToFront: false };
    }
    const isLauncher = intent.action === undefined || intent.action === "android.intent.action.MAIN";
    const broughtToFront = this.stack.start(target.factory, target.packageName, intent, isLauncher);
    this.keyboardPage = "letters";
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
    const context = this.#context(packageName, () => {
      const activity = screen === null ? null : this.stack.activityOf(screen);
      if (activity !== null) this.stack.finish(activity);
      this.invalidate();
    });
    screen = factory.open(intent, context, kept);
    return screen;
  }

  #context(packageName: string, finish: () => void): AppContext {
    const core = this;
    return {
      packageName,
      get settings() {
        return core.settings;
      },
      clipboard: {
        get: () => this.clipboardText,
        set: (text) => {
          this.clipboardText = text;
        },
      },
      now: () => this.clock(),
      random: () => this.random.next(),
      property: this.#property,
      database: (owner) => this.databases.open(owner),
      start: (intent) => void this.start({ ...plainIntent(), ...intent }),
      finish,
      invalidate: () => this.invalidate(),
      packages: () => this.packages.list(),
      recents: () => this.recents(),
      resume: (taskId) => {
        this.stack.moveToFront(taskId);
        this.invalidate();
      },
      clearRecents: () => {
        this.stack.clearRecents();
        this.invalidate();
      },
      stop: (owner) => {
        this.stack.stop(owner);
        this.invalidate();
      },
      iconOf: (owner) => this.packages.iconOf(owner),
    };
  }

  recents() {
    const tasks = this.stack.tasks().filter((task) => task.packageName !== HOME_PACKAGE);
    return tasks.map((task) => ({
      packageName: task.packageName,
      component: task.activities.at(-1)?.factory.component ?? task.packageName,
      taskId: task.id,
    }));
  }
}

export function plainIntent(): Intent {
  return { categories: [], extras: {}, flags: 0 };
}
