import { bulkhead } from "cockatiel";
import type { Device } from "#shared/contracts/device/device.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import type { AdbCommandRecord, AdbDevice } from "../adb/adb-device.ts";
import type { DeviceSource } from "../adb/device-source.ts";
import type { DeviceTracker } from "../adb/device-tracker.ts";
import type { ListedDevice } from "../adb/host-service.ts";
import { deviceIdOf } from "../devices/device-id.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { parkDevice } from "../lease/park-device.ts";
import { noteQuarantine } from "../lease/repair-device.ts";
import { attachDevice } from "./attach-device.ts";
import { ChangeSignal } from "./change-signal.ts";
import { DeviceLadders } from "./device-ladders.ts";
import { FlapCounter } from "./flap-counter.ts";
import { sortDevices } from "./usable-devices.ts";

const reconcileMilliseconds = 5_000;
const firstLookMilliseconds = 5_000;
/** A USB hub or a restarting adbd is gone for a moment; only longer absence counts (docs/faults.md A9). */
const absenceMilliseconds = 1_500;
/** Each costs some calls to storage. */
const mostAttaching = 16;

interface Known {
  transportId: string | null;
  /** Null while the device boots or cannot be read. */
  device: ManagedDevice | null;
  /** Why it could not be attached; empty when it was. */
  problem: string;
  /** Monotonic milliseconds since when it is not usable; null while it is. */
  absentSince: number | null;
  /** Since when it boots; null when it does not. */
  bootingSince: number | null;
  readonly flaps: FlapCounter;
}

/**
 * The devices that the adb server shows, matched with what the host manages. The adb server's list is the truth: it is
 * read on every change that the tracker reports and every five seconds besides (docs/faults.md A1, A10).
 */
export class DeviceRegistry {
  readonly #source: DeviceSource;
  readonly #services: HostServices;
  readonly #attaching = bulkhead(mostAttaching, Number.POSITIVE_INFINITY);
  /** By serial. */
  readonly #known = new Map<string, Known>();
  readonly #byId = new Map<DeviceId, ManagedDevice>();
  readonly #stopped = new AbortController();
  #refused: ReadonlyMap<string, string> = new Map();
  #tracker: DeviceTracker | null = null;
  #running: Promise<void> = Promise.resolve();
  #wake: () => void = () => {};
  readonly #changes: ChangeSignal;
  /** Devices of this host in the store that adb has not shown since the start. */
  #missing: readonly Device[] = [];
  #startedAt = 0;
  readonly #ladders: DeviceLadders;

  constructor(source: DeviceSource, services: HostServices) {
    this.#source = source;
    this.#services = services;
    this.#ladders = new DeviceLadders(services);
    this.#changes = new ChangeSignal(services.clock);
  }

  /**
   * Resolves after the first look at the adb server, or a while into it when there are many devices; a server that is not there
   * yet is waited for in the background.
   */
  async start(): Promise<void> {
    const { clock } = this.#services;
    this.#missing = await this.#storedDevices();
    this.#startedAt = clock.monotonic();
    const first = this.#reconcile();
    const patience = new AbortController();
    await Promise.race([first, clock.wait(firstLookMilliseconds, patience.signal)]);
    patience.abort();
    this.#tracker = this.#source.track(() => this.#wake());
    this.#running = first.then(() => this.#watch());
  }

  devices(): readonly ManagedDevice[] {
    return [...this.#known.values()].flatMap(({ device }) => (device === null ? [] : [device]));
  }

  get(deviceId: DeviceId): ManagedDevice | null {
    return this.#byId.get(deviceId) ?? null;
  }

  /** Serials that are not worked with, and why. */
  get refused(): ReadonlyMap<string, string> {
    const failed = [...this.#known].flatMap(([serial, { problem }]) =>
      problem === "" ? [] : [[serial, problem] as const],
    );
    return new Map([...this.#refused, ...failed]);
  }

  /** For any job of the pool. */
  free(): readonly ManagedDevice[] {
    return this.devices().filter((device) => device.free && !device.promised);
  }

  /** It has ended: one of its serial that comes is another. */
  forget(device: ManagedDevice): void {
    this.#known.delete(device.serial);
    this.#ladders.forget(device.serial);
    if (this.#byId.get(device.deviceId) === device) this.#byId.delete(device.deviceId);
  }

  /** Something about a device is different: whoever waits for a free one looks again. */
  notify(): void {
    this.#changes.note();
  }

  /** Resolves when something about a device is different, or may be. */
  nextChange(signal: AbortSignal): Promise<void> {
    return this.#changes.next(signal);
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    this.#wake();
    for (const { lease, uiServer } of this.devices()) {
      lease?.letGo();
      uiServer?.letGo();
    }
    await this.#tracker?.close();
    await this.#running;
  }

  async #watch(): Promise<void> {
    const { clock } = this.#services;
    let pause = new AbortController();
    this.#wake = () => pause.abort();
    while (!this.#stopped.signal.aborted) {
      const soon =
        [...this.#known.values()].some(
          ({ absentSince, bootingSince, device }) =>
            bootingSince !== null || (absentSince !== null && device?.state !== "offline"),
        ) || this.#missing.length > 0;
      await clock.wait(
        soon ? absenceMilliseconds / 2 : reconcileMilliseconds,
        AbortSignal.any([pause.signal, this.#stopped.signal]),
      );
      // What changes while the devices are read ends the next pause at once.
      pause = new AbortController();
      if (!this.#stopped.signal.aborted) await this.#reconcile();
    }
  }

  async #reconcile(): Promise<void> {
    const { logger } = this.#services;
    try {
      const listed = await this.#source.list();
      const { usable, refused } = sortDevices(listed, (serial) => this.#idOf(serial));
      this.#refused = refused;
      await this.#ladders.reconnect(
        listed.filter(({ state }) => state === "offline"),
        this.#source,
      );
      const present = listed.filter(({ serial }) => usable.has(serial));
      await Promise.all(present.map((entry) => this.#attaching.execute(() => this.#present(entry))));
      const gone = [...this.#known.keys()].filter((serial) => !usable.has(serial));
      await Promise.all(
        gone.map((serial) => this.#absent(serial, refused.get(serial) ?? "adb no longer lists it.")),
      );
      await this.#sayMissing("adb does not list it.");
    } catch (error) {
      logger.warn("devices not read", { error: String(error) });
      const why = "the adb server cannot be reached.";
      await this.#sayMissing(why);
      await Promise.allSettled([...this.#known.keys()].map((serial) => this.#absent(serial, why)));
    }
    this.notify();
  }

  async #storedDevices(): Promise<readonly Device[]> {
    const { tenantId, hostId, repositories } = this.#services;
    return repositories.devices.listByHost(tenantId, hostId);
  }

  /** What the store says of a device is from before this process: one that is not there must not pass for ready. */
  async #sayMissing(reason: string): Promise<void> {
    const { tenantId, clock, repositories, logger } = this.#services;
    this.#missing = this.#missing.filter(({ deviceId }) => this.get(deviceId) === null);
    if (clock.monotonic() - this.#startedAt < absenceMilliseconds) return;
    const at = clock.now().toISOString();
    // A job's lease is kept for its device until it runs out: it may come back with the adb server.
    const over = this.#missing.filter(({ leaseExpiresAt }) => (leaseExpiresAt ?? "") < at);
    this.#missing = this.#missing.filter((device) => !over.includes(device));
    for (const { deviceId, leaseEpoch: epoch, state: before, quarantinedBy } of over) {
      if (before === "offline" || quarantinedBy === "operator") continue;
      const change = { tenantId, deviceId, epoch, state: "offline", reason, at } as const;
      await repositories.devices.transition(change).then(
        () => logger.info("device missing", { deviceId, reason }),
        (error: unknown) => logger.warn("missing device not recorded", { deviceId, error: String(error) }),
      );
    }
  }

  #idOf(serial: string): string {
    return /[A-Za-z0-9]/.test(serial) ? deviceIdOf(this.#services.hostId, serial) : serial;
  }

  async #present({ serial, transportId }: ListedDevice): Promise<void> {
    const { clock, logger } = this.#services;
    const known = this.#known.get(serial) ?? {
      transportId: null,
      device: null,
      problem: "",
      absentSince: null,
      bootingSince: null,
      flaps: new FlapCounter(),
    };
    this.#known.set(serial, known);
    // Made for one job, it has ended: adb lists it until it is gone.
    if (known.device?.spent && known.device.state === "offline") return;
    // An adb server that was started again gives the same transport ids again, to devices that may have booted meanwhile.
    const outOfSight = known.absentSince !== null || known.transportId !== transportId;
    const came = known.device === null || known.device.state === "offline" || outOfSight;
    const returned = known.transportId !== null && known.transportId !== transportId;
    if (returned) known.flaps.count(clock.monotonic());
    known.transportId = transportId;
    if (!came) return;
    if (known.flaps.flapping(clock.monotonic())) {
      if (known.device === null || known.device.state === "quarantined") return;
      if (known.device.quarantinedBy === "operator") return;
      const why = "it connects and disconnects: check its cable or its emulator.";
      return parkDevice(known.device, "quarantined", why, this.#services);
    }
    try {
      const adb = this.#source.device(serial, (record) => this.#count(record));
      const kept = { device: known.device, repairs: this.#ladders.of(serial).repairs };
      const device = await attachDevice(adb, kept, this.#services, () => this.notify());
      if (device === null) return await this.#booting(serial, known, adb);
      known.problem = "";
      known.bootingSince = null;
      known.device = device;
      device.inSight = true;
      this.#byId.set(device.deviceId, device);
      known.absentSince = null;
    } catch (error) {
      const problem = unexpected(error).message;
      if (known.problem !== problem) logger.warn("device not attached", { serial, error: String(error) });
      known.problem = problem;
      await this.#absent(serial, `it could not be read: ${unexpected(error).message}`);
    }
  }

  async #absent(serial: string, why: string): Promise<void> {
    const { clock } = this.#services;
    const known = this.#known.get(serial);
    if (known === undefined) return;
    known.absentSince ??= clock.monotonic();
    if (known.device === null) return;
    known.device.inSight = false;
    known.device.lease?.outOfSight();
    if (known.device.state === "offline") return;
    // It is there, and known not to come up.
    if (!known.device.booted && known.device.state === "quarantined" && known.bootingSince !== null) return;
    // What somebody took out of service stays so, wherever it is.
    if (known.device.quarantinedBy === "operator") return;
    const patience = known.device.lease?.absenceMilliseconds ?? absenceMilliseconds;
    if (clock.monotonic() - known.absentSince < patience) return;
    await parkDevice(known.device, "offline", why, this.#services);
  }

  /** It answers adb and has not finished booting: it takes no work, and in the end something is done about it (docs/faults.md C1). */
  async #booting(serial: string, known: Known, adb: AdbDevice): Promise<void> {
    const now = this.#services.clock.monotonic();
    known.bootingSince ??= now;
    const { device } = known;
    if (device !== null) device.booted = false;
    const late = await this.#ladders.meetLateBoot(adb, now - known.bootingSince);
    if (late === null) return this.#absent(serial, known.problem || "it is booting.");
    known.problem = late.why;
    if (late.repair !== "quarantine") {
      known.bootingSince = null;
      return this.#absent(serial, late.why);
    }
    if (device === null) return noteQuarantine(this.#ladders.of(serial), this.#services);
    if (device.quarantinedBy !== "operator")
      await parkDevice(device, "quarantined", late.why, this.#services);
  }

  #count({ service, milliseconds, error }: AdbCommandRecord): void {
    const kind = service.slice(0, service.indexOf(":"));
    this.#services.metrics.count("drover_adb_commands_total", { service: kind, error: error ?? "none" });
    this.#services.metrics.count("drover_adb_seconds_total", { service: kind }, milliseconds / 1_000);
  }
}
