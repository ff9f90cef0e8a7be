import { PhoneActivities } from "./activities.ts";
import type { App } from "./app.ts";
import { appContext } from "./app-context.ts";
import { PhoneAutomation } from "./automation.ts";
import { BATTERY_STATUS, type Battery } from "./battery.ts";
import type {
  ActivityManager,
  Clipboard,
  ContentProviders,
  Display,
  InputDispatcher,
  MediaSession,
  PackageManager,
  SettingsProvider,
  UiAutomation,
  UiDump,
  VirtualDevice,
} from "./device.ts";
import type { EventLog } from "./event-log.ts";
import type { PhoneFaults } from "./faults.ts";
import { inputDispatcher } from "./input/input-dispatcher.ts";
import { KeyInput } from "./input/key-input.ts";
import { TouchInput } from "./input/touch-input.ts";
import { packageManager } from "./packages/package-manager.ts";
import { PhoneBoot } from "./phone-boot.ts";
import { PhoneCore } from "./phone-core.ts";
import { displayOf } from "./phone-display.ts";
import { type PhoneState, restoreState, stateOf } from "./phone-state.ts";
import { PhoneContent } from "./storage/content-providers.ts";
import { FileTimes } from "./storage/file-times.ts";
import { makeFirstFiles } from "./storage/first-files.ts";
import { type DiskImage, PhoneDisk } from "./storage/phone-disk.ts";
import type { NotificationContent, NotificationStore } from "./telephony/notifications.ts";
import { TelephoneExchange } from "./telephony/telephone-exchange.ts";
import type { Telephony } from "./telephony/telephony.ts";
import { appError, showDialog } from "./windows/error-dialogs.ts";
import type { AppDialog } from "./windows/overlay.ts";
import { requestPermission } from "./windows/permission-dialog.ts";
import { Screenshot } from "./windows/screenshot.ts";
import { UiDumper } from "./windows/ui-dumper.ts";
import { WindowManager } from "./windows/window-manager.ts";

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
  /** Connects it with the other phones of its server; alone otherwise. */
  readonly exchange?: TelephoneExchange;
  /** How long after a restart `sys.boot_completed` is 1; 0 unless told. */
  readonly bootMilliseconds?: number;
  /** It does not boot, but continues from there. */
  readonly from?: PhoneSnapshot;
}

/** The whole of a phone at one moment: what it holds in memory, and its files. It is never changed. */
export interface PhoneSnapshot {
  readonly state: PhoneState;
  readonly disk: DiskImage;
}

/** So much a phone may have on its storage to be kept in a snapshot, which lies in memory. */
const LARGEST_DISK_BYTES = 256 * 1_048_576;

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
  readonly automation: UiAutomation;
  readonly #core: PhoneCore;
  readonly #windows: WindowManager;
  readonly #screenshot: Screenshot;
  readonly #dumper: UiDumper;
  readonly #boot: PhoneBoot;
  readonly #disk: PhoneDisk;

  constructor(options: VirtualPhoneOptions) {
    this.serial = options.serial;
    this.filesRoot = options.filesRoot;
    this.clock = options.clock;
    this.#disk = new PhoneDisk(this.filesRoot, LARGEST_DISK_BYTES);
    if (options.from === undefined) makeFirstFiles(this.filesRoot);
    else this.#disk.restore(options.from.disk);
    const exchange = options.exchange ?? new TelephoneExchange();
    const core = new PhoneCore({
      ...options,
      exchange,
      property: (name) => this.properties().get(name) ?? "",
      ask: requestPermission,
      contextOf: appContext,
    });
    this.#core = core;
    this.#boot = new PhoneBoot(core, options);
    this.#windows = new WindowManager(core);
    this.#screenshot = new Screenshot(core, this.#windows);
    const automation = new PhoneAutomation(core, this.#windows);
    this.automation = automation;
    this.#dumper = new UiDumper(core, this.#windows, automation);
    const keys = new KeyInput(core, this.#windows);
    this.input = inputDispatcher(core, keys, new TouchInput(core, this.#windows, keys), this.#screenshot);
    this.display = displayOf(core);
    this.packages = packageManager(core);
    this.activities = new PhoneActivities(core, this.#windows);
    this.content = new PhoneContent(core);
    this.clipboard = {
      get: () => core.clipboardText,
      set: (text) => {
        core.clipboardText = text;
      },
    };
    if (options.from === undefined) {
      this.#boot.start();
      new FileTimes(this.clock).changedBelow(this.filesRoot);
    } else this.#restoreState(options.from.state);
  }

  get log(): EventLog {
    return this.#core.log;
  }

  get settings(): SettingsProvider {
    return this.#core.settings;
  }

  get isOnline(): boolean {
    return this.#core.isOnline;
  }

  reaches(address: string): boolean {
    return this.isOnline && this.faults.reachable.includes(address);
  }

  /** Scripted misbehaviour, for tests. Call `changed` after a change that shows on the screen. */
  get faults(): PhoneFaults {
    return this.#core.faults;
  }

  changed(): void {
    this.#core.invalidate();
  }

  get battery(): Battery {
    return this.#core.battery;
  }

  /** Messages and calls, of whoever has to do with them. */
  get telephony(): Telephony {
    return this.#core.telephony;
  }

  receiveMessage(message: { readonly from: string; readonly text: string }): void {
    this.telephony.receiveMessage(message);
  }

  receiveCall(call: { readonly from: string }): void {
    this.telephony.receiveCall(call);
  }

  setBattery({ level, charging }: { readonly level: number; readonly charging: boolean }): void {
    const status = charging
      ? level === 100
        ? BATTERY_STATUS.full
        : BATTERY_STATUS.charging
      : BATTERY_STATUS.discharging;
    this.battery.setHardware({ level, ac: charging, status });
  }

  /** "… has stopped" or "… isn't responding". */
  showAppError(packageName: string, kind: "crash" | "anr"): void {
    appError(this.#core, packageName, kind);
  }

  /** A dialog of the app itself: a question for a rating, news, no network. */
  showDialog(packageName: string, dialog: AppDialog): void {
    showDialog(this.#core, { kind: "app", packageName, dialog });
  }

  /** "Saved", at the bottom for a moment; only what listens to accessibility events sees it. */
  showToast(packageName: string, text: string): void {
    this.#core.toasts.show({ packageName, text });
  }

  /** `question` completes "Allow <app> to …?"; the answer is about the permission, if one is named. */
  showPermissionDialog(packageName: string, question: string, permission?: string): void {
    const about = permission === undefined ? {} : { permission };
    showDialog(this.#core, { kind: "permission", packageName, question, ...about });
  }

  get notifications(): NotificationStore {
    return this.#core.notifications;
  }

  get mediaSessions(): readonly MediaSession[] {
    const now = this.clock().getTime();
    const sessions = [...this.#core.mediaSessions.values()].toReversed();
    return sessions.map(({ since, ...session }) => {
      const played = session.isPlaying ? now - since : 0;
      return { ...session, positionMilliseconds: session.positionMilliseconds + played };
    });
  }

  expandShade(to: "notifications" | "settings" | null): void {
    this.#core.expandShade(to);
  }

  /** As an app of the phone would post it. */
  postNotification({ package: packageName, ...content }: { package: string } & NotificationContent): void {
    this.#core.notifications.post(packageName, content);
  }

  properties(): ReadonlyMap<string, string> {
    return this.#boot.properties();
  }

  setProperty(name: string, value: string): void {
    this.#boot.setProperty(name, value);
  }

  /** The whole phone as it is now: the log, open install sessions and what a test scripts are no part of it. @throws StorageTooLarge */
  snapshot(): PhoneSnapshot {
    const state = { ...stateOf(this.#core), ...this.#boot.state() };
    return { state, disk: this.#disk.image() };
  }

  /** Goes on from there, whichever phone it was taken of: the serial stays its own. */
  restore({ state, disk }: PhoneSnapshot): void {
    this.#disk.restore(disk, (path) => this.#core.databases.closeBelow(path));
    this.#restoreState(state);
  }

  #restoreState(state: PhoneState): void {
    this.#boot.restore(state);
    restoreState(this.#core, state);
  }

  async screencap(): Promise<Buffer> {
    const png = await this.#screenshot.png();
    return this.#core.faults.tamperScreenshot?.(png) ?? png;
  }

  dumpWindows(): Promise<UiDump> {
    return this.#dumper.windows();
  }

  dumpHierarchy(): Promise<UiDump> {
    return this.#dumper.hierarchy();
  }

  upMilliseconds(): number {
    return this.#boot.upMilliseconds();
  }

  async reboot(): Promise<void> {
    this.#boot.restart();
  }

  get isFrameworkRunning(): boolean {
    return this.#boot.isFrameworkRunning;
  }

  stopFramework(): void {
    this.#boot.stopFramework();
  }

  startFramework(): void {
    this.#boot.startFramework();
  }

  async close(): Promise<void> {
    this.#core.stack.endHeld();
    this.telephony.close();
    this.#core.databases.close();
  }
}
