import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type {
  ActivityManager,
  Clipboard,
  ContentProviders,
  Display,
  InputDispatcher,
  PackageManager,
  SettingsProvider,
  UiDump,
  VirtualDevice,
} from "../device.ts";
import { dumpAllWindows } from "../toolkit/dump-all-windows.ts";
import { dumpHierarchy } from "../toolkit/dump-hierarchy.ts";
import type { ViewNode } from "../toolkit/layout.ts";
import { PhoneActivities } from "./activities.ts";
import type { App } from "./app.ts";
import { PhoneContent } from "./content-providers.ts";
import { dumpedWindows } from "./dumped-windows.ts";
import { appError, showDialog } from "./error-dialogs.ts";
import type { PhoneFaults } from "./faults.ts";
import { makeFirstFiles } from "./first-files.ts";
import { inputDispatcher } from "./input-dispatcher.ts";
import { KeyInput } from "./key-input.ts";
import { type AppDialog, PhoneCore, SETTINGS_PROVIDER } from "./phone-core.ts";
import { type DiskImage, PhoneDisk } from "./phone-disk.ts";
import { type PhoneState, restoreState, stateOf } from "./phone-state.ts";
import { phoneProperties } from "./properties.ts";
import { Screenshot } from "./screenshot.ts";
import { TouchInput } from "./touch-input.ts";
import { WindowManager } from "./window-manager.ts";

export interface VirtualPhoneOptions {
  readonly serial: string;
  readonly filesRoot: string;
  readonly clock: () => Date;
  readonly seed: number;
  /** A new boot id for every start: a UUID, as the kernel makes it. */
  readonly bootId: () => string;
  readonly apps: readonly App[];
  /** Further properties, beside those that every phone has. */
  readonly properties?: ReadonlyMap<string, string>;
  /** It does not boot, but goes on from there. */
  readonly from?: PhoneSnapshot;
}

/** The whole of a phone at one moment: what it holds in memory, and its files. It is never changed. */
export interface PhoneSnapshot {
  readonly state: PhoneState;
  readonly disk: DiskImage;
}

/** So much a phone may have on its storage to be kept in a snapshot, which lies in memory. */
const LARGEST_DISK_BYTES = 256 * 1_048_576;

const BOOT_ID_FILE = "proc/sys/kernel/random/boot_id";
const NULL_ROOT = { ok: false, error: "null root node returned by UiTestAutomationBridge" } as const;

/** One virtual Android phone. It works only while it is asked something: no timers, no canvas of its own. */
export class VirtualPhone implements VirtualDevice {
  readonly serial: string;
  readonly filesRoot: string;
  readonly clock: () => Date;
  readonly input: InputDispatcher;
  readonly display: Display;
  readonly packages: PackageManager;
  readonly activities: ActivityManager;
  readonly content: ContentProviders;
  readonly clipboard: Clipboard;
  readonly #core: PhoneCore;
  readonly #windows: WindowManager;
  readonly #screenshot: Screenshot;
  readonly #newBootId: () => string;
  readonly #disk: PhoneDisk;
  readonly #ownProperties: ReadonlyMap<string, string>;
  /** By `setprop`. */
  #changedProperties = new Map<string, string>();
  #bootId = "";

  constructor(options: VirtualPhoneOptions) {
    this.serial = options.serial;
    this.filesRoot = options.filesRoot;
    this.clock = options.clock;
    this.#newBootId = options.bootId;
    this.#ownProperties = options.properties ?? new Map();
    this.#disk = new PhoneDisk(this.filesRoot, LARGEST_DISK_BYTES);
    if (options.from === undefined) makeFirstFiles(this.filesRoot);
    else this.#disk.restore(options.from.disk);
    const core = new PhoneCore({ ...options, property: (name) => this.properties().get(name) ?? "" });
    this.#core = core;
    this.#windows = new WindowManager(core);
    this.#screenshot = new Screenshot(core, this.#windows);
    const keys = new KeyInput(core, this.#windows);
    this.input = inputDispatcher(core, keys, new TouchInput(core, this.#windows, keys));
    this.display = displayOf(core, this.#windows);
    this.packages = packageManager(core);
    this.activities = new PhoneActivities(core, this.#windows);
    this.content = new PhoneContent(core);
    this.clipboard = {
      get: () => core.clipboardText,
      set: (text) => {
        core.clipboardText = text;
      },
    };
    if (options.from === undefined) this.#boot();
    else this.#goOnFrom(options.from.state);
  }

  get settings(): SettingsProvider {
    return this.#core.settings;
  }

  /** Scripted misbehaviour, for tests. Call `changed` after a change that shows on the screen. */
  get isOnline(): boolean {
    const on = (key: string): boolean => this.settings.get("global", key) === "1";
    return !this.faults.offline && !on("airplane_mode_on") && (on("wifi_on") || on("mobile_data"));
  }

  get faults(): PhoneFaults {
    return this.#core.faults;
  }

  changed(): void {
    this.#core.invalidate();
  }

  /** "… has stopped" or "… isn't responding". */
  showAppError(packageName: string, kind: "crash" | "anr"): void {
    appError(this.#core, packageName, kind);
  }

  /** A dialog of the app itself: a question for a rating, news, no network. */
  showDialog(packageName: string, dialog: AppDialog): void {
    showDialog(this.#core, { kind: "app", packageName, dialog });
  }

  /** `question` completes "Allow <app> to …?". */
  showPermissionDialog(packageName: string, question: string): void {
    showDialog(this.#core, { kind: "permission", packageName, question });
  }

  properties(): ReadonlyMap<string, string> {
    const image = phoneProperties(this.serial, this.#bootId, !this.#core.faults.neverBoots);
    return new Map([...image, ...this.#ownProperties, ...this.#changedProperties]);
  }

  setProperty(name: string, value: string): void {
    this.#changedProperties.set(name, value);
  }

  /** The whole phone as it is now: the log, open install sessions and what a test scripts are no part of it. @throws StorageTooLarge */
  snapshot(): PhoneSnapshot {
    const state = {
      ...stateOf(this.#core),
      bootId: this.#bootId,
      properties: [...this.#changedProperties],
    };
    return { state, disk: this.#disk.image() };
  }

  /** Goes on from there, whichever phone it was taken of: the serial stays its own. */
  restore({ state, disk }: PhoneSnapshot): void {
    this.#core.databases.close();
    this.#disk.restore(disk);
    this.#goOnFrom(state);
  }

  #goOnFrom(state: PhoneState): void {
    this.#bootId = state.bootId;
    this.#changedProperties = new Map(state.properties);
    restoreState(this.#core, state);
  }

  async screencap(): Promise<Buffer> {
    const png = await this.#screenshot.png();
    return this.#core.faults.tamperScreenshot?.(png) ?? png;
  }

  async dumpWindows(): Promise<UiDump> {
    if (this.#core.faults.animate !== null) return this.#neverIdle(this.#core.faults.animate);
    if (!this.#core.displayOn) return NULL_ROOT;
    const frame = this.#windows.frame();
    const split = this.#core.split.current(this.#windows.size());
    const xml = dumpAllWindows(dumpedWindows(frame, this.display, split), this.display.rotation);
    return { ok: true, xml: this.#core.faults.tamperDump?.(xml) ?? xml };
  }

  async #neverIdle({ waitMilliseconds }: NonNullable<PhoneFaults["animate"]>): Promise<UiDump> {
    await sleep(waitMilliseconds);
    return { ok: false, error: "could not get idle state" };
  }

  async dumpHierarchy(): Promise<UiDump> {
    const { faults } = this.#core;
    if (faults.animate !== null) return this.#neverIdle(faults.animate);
    const window = this.#windows.top();
    if (window === null || !this.#core.displayOn) return NULL_ROOT;
    if (faults.nullRoots > 0) {
      faults.nullRoots -= 1;
      return NULL_ROOT;
    }
    let root = window.root;
    if (faults.lateChildren > 0) {
      faults.lateChildren -= 1;
      root = withoutContent(root);
    }
    const xml = dumpHierarchy(root, window.packageName, window.memory.focus, this.display.rotation);
    return { ok: true, xml: faults.tamperDump?.(xml) ?? xml };
  }

  async reboot(): Promise<void> {
    this.#core.settings.put(
      "global",
      "boot_count",
      String(Number(this.#core.settings.get("global", "boot_count") ?? "0") + 1),
    );
    this.#boot();
  }

  #boot(): void {
    this.#bootId = this.#newBootId();
    const lasting = [...this.#changedProperties].filter(([name]) => name.startsWith("persist."));
    this.#changedProperties = new Map(lasting);
    const file = join(this.filesRoot, BOOT_ID_FILE);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${this.#bootId}\n`);
    this.#core.boot();
  }

  async close(): Promise<void> {
    this.#core.databases.close();
  }
}

function withoutContent(node: ViewNode): ViewNode {
  const children = node.widget.id === "android:id/content" ? [] : node.children.map(withoutContent);
  return { ...node, children };
}

function displayOf(core: PhoneCore, windows: WindowManager): Display {
  return {
    get width() {
      return windows.size().width;
    },
    get height() {
      return windows.size().height;
    },
    densityDpi: 420,
    get rotation() {
      return core.faults.rotation;
    },
    get isOn() {
      return core.displayOn;
    },
    get isLocked() {
      return core.locked;
    },
  };
}

function packageManager(core: PhoneCore): PackageManager {
  return {
    list: () => core.packages.list(),
    resolve: (intent) => core.packages.resolve(intent)?.factory.component ?? null,
    install: async (apk, options) => core.packages.install(apk, options),
    uninstall: async (packageName) => {
      core.stack.stop(packageName);
      core.invalidate();
      return core.packages.uninstall(packageName);
    },
    clear: async (packageName) => {
      const known = core.packages.app(packageName) !== null;
      if (!known || core.faults.unclearablePackage === packageName) return false;
      core.stack.stop(packageName);
      core.databases.wipe(packageName);
      if (packageName === SETTINGS_PROVIDER) core.reloadSettings();
      core.invalidate();
      return true;
    },
  };
}
