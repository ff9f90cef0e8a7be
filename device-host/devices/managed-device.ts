import type { Device, DeviceState, QuarantinedBy } from "#shared/contracts/device/device.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { nameFromPackage } from "../apps/app-name.ts";
import type { ReadApps } from "../apps/read-apps.ts";
import type { TouchedPackages } from "../clean/touched-packages.ts";
import type { RememberedScreen } from "../observe/captured-screen.ts";
import { builtInSources, type ScreenSources } from "../observe/screen-source.ts";
import { DeviceFailures } from "../quick-failures.ts";
import type { TypedSecrets } from "../secrets/typed-secrets.ts";
import type { UiServer } from "../ui-server/ui-server.ts";
import type { BootFacts } from "./boot-facts.ts";
import { DeviceLane } from "./device-lane.ts";
import type { HeldLease } from "./held-lease.ts";
import type { RepairLadder } from "./repair-ladder.ts";

/** What the journal has of it. */
export interface KeptOfDevice {
  readonly touched: TouchedPackages;
  readonly repairs: RepairLadder;
}

/** One device as its host knows it. The stored item is the truth about leases; this is what the host acts on. */
export class ManagedDevice {
  readonly deviceId: DeviceId;
  readonly adb: AdbDevice;
  readonly lane = new DeviceLane();
  facts: BootFacts;
  state: DeviceState;
  /** Who took it out of service; undefined unless it is quarantined. */
  quarantinedBy: QuarantinedBy | undefined;
  epoch: number;
  readonly repairs: RepairLadder;
  /** False while it answers adb and has not finished booting. */
  booted = true;
  readonly failures = new DeviceFailures();
  #lease: HeldLease | null = null;
  #typed: TypedSecrets | null = null;
  /** The next to have it is a job that named it. */
  promised = false;
  /** How many snapshots of it there are at most; null: not counted yet. */
  keptSnapshots: number | null = null;
  /** When it could not be kept as it is clean, in monotonic milliseconds; null: it could, or nobody tried. */
  notKeptAt: number | null = null;
  /** A job has had it since this process knows it. */
  hadJob = false;
  /** Something may have been left on it: cleaned before a job sees it. */
  needsClean: boolean;
  /** What was on the screen when it was last looked at. */
  lastScreen: RememberedScreen | null = null;
  /** Where the page was from that each browser showed last, by package. */
  readonly pages = new Map<string, string>();
  apps: ReadApps | null = null;
  /** Apps that the lease's holder was seen in or opened: their data is cleared. */
  readonly touchedPackages: TouchedPackages;
  /** Monotonic milliseconds of the lease's last command. */
  lastUsedAt: number;

  constructor(stored: Device, adb: AdbDevice, facts: BootFacts, kept: KeptOfDevice, now: number) {
    this.deviceId = stored.deviceId;
    this.adb = adb;
    this.facts = facts;
    this.touchedPackages = kept.touched;
    this.repairs = kept.repairs;
    this.state = stored.state;
    this.quarantinedBy = stored.quarantinedBy;
    this.epoch = stored.leaseEpoch;
    this.needsClean = stored.state !== "ready";
    this.lastUsedAt = now;
  }

  get lease(): HeldLease | null {
    return this.#lease;
  }

  set lease(lease: HeldLease | null) {
    this.#lease = lease;
    if (lease !== null) this.#typed = lease.secrets;
  }

  /** What may be on its screen: what its lease typed, or the last one, until the device is proved clean. */
  get secrets(): TypedSecrets | null {
    return this.#lease?.secrets ?? (this.needsClean ? this.#typed : null);
  }

  get serial(): string {
    return this.adb.serial;
  }

  /** Where its looks come from. */
  sources: ScreenSources = builtInSources;
  /** Appium's server on it; null: the host uses none. */
  uiServer: UiServer | null = null;

  /** Upright. */
  get naturalSize(): ScreenSize {
    return this.facts.naturalSize;
  }

  /** What to call the app of that package: as the launcher does, when it has it. "" when no app is named. */
  nameOf(packageName: string): string {
    if (packageName === "") return "";
    const known = this.apps?.apps.find((app) => app.package === packageName);
    return known?.label ?? nameFromPackage(packageName);
  }

  /** Nobody holds it and nothing is done on it. */
  get idle(): boolean {
    return this.lease === null && !this.lane.busy;
  }

  /** It was made for one job, which has had it: it ends. */
  get spent(): boolean {
    return this.adb.incarnation !== undefined && this.hadJob;
  }

  /** Adb has not listed it since a moment that may be too short to count as an absence. A job that got it would only lose it again. */
  outOfSight = false;

  /** A job may have it now. */
  get free(): boolean {
    const isUsable = this.state === "ready" || this.state === "dirty";
    return this.booted && this.idle && !this.spent && !this.outOfSight && isUsable;
  }

  /** Takes over what the store answered. */
  adopt(stored: Device): void {
    this.state = stored.state;
    this.quarantinedBy = stored.quarantinedBy;
    this.epoch = stored.leaseEpoch;
  }
}
