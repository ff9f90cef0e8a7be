import type { DeviceProvider } from "../devices/device-provider.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostCondition } from "../host-disk.ts";
import type { HostServices } from "../host-services.ts";
import { parkDevice } from "../lease/park-device.ts";
import { RetryPlan } from "../retry-plan.ts";

/** What a host does about devices that it makes for jobs. */
export interface MadeDeviceSettings {
  readonly provider: DeviceProvider;
  /** At once. */
  readonly most: number;
  /** How often it is asked whether jobs wait; absent: 2. */
  readonly lookSeconds?: number;
}

/** Where devices are found that were made. */
export interface FoundDevices {
  devices(): readonly ManagedDevice[];
  /** The device has ended: one of its serial that comes is another. */
  forget(device: ManagedDevice): void;
}

interface Made {
  readonly serial: string;
  /** What tells it from earlier devices of its serial: started from one snapshot, they say the same of themselves. */
  readonly incarnation: string;
  /** Monotonic milliseconds. */
  readonly since: number;
  /** It is being ended. */
  ending: boolean;
}

/** A device that waited so long for a job is given up: its memory is needed, and the next one is as new. */
const unusedMilliseconds = 300_000;
const mostFailures = 3;

/** Devices made for one job each: made while jobs wait, ended after their job, made again when one breaks (docs/faults.md C1, C15). */
export class MadeDevices implements HostCondition {
  readonly #settings: MadeDeviceSettings;
  readonly #services: HostServices;
  readonly #made = new Map<string, Made>();
  readonly #endings = new Set<Promise<void>>();
  #failures = 0;
  #lastFailure = "";
  readonly #retry = new RetryPlan();
  #nextSerial = 0;

  constructor(settings: MadeDeviceSettings, services: HostServices) {
    this.#settings = settings;
    this.#services = services;
  }

  /** What a look at three queues costs is nothing beside a device's boot, and something over a month. */
  get lookMilliseconds(): number {
    return (this.#settings.lookSeconds ?? 2) * 1_000;
  }

  /** Of the device that has that serial now; undefined: it was not made here. */
  incarnationOf(serial: string): string | undefined {
    return this.#made.get(serial)?.incarnation;
  }

  /** Set while devices cannot be made; it is tried on, with growing pauses. */
  get problem(): string | null {
    return this.#failures < mostFailures
      ? null
      : `devices cannot be created: ${this.#lastFailure}`.slice(0, 300);
  }

  /** So many more could be had. */
  get room(): number {
    return Math.max(0, this.#settings.most - this.#made.size);
  }

  /** One look: ends what is over, and makes devices for that many jobs that wait. */
  look(found: FoundDevices, waitingJobs: number): void {
    const now = this.#services.clock.monotonic();
    const bySerial = new Map(found.devices().map((device) => [device.serial, device]));
    for (const made of this.#made.values()) {
      const device = bySerial.get(made.serial);
      if (device !== undefined && device.state === "ready") this.#worked();
      const why = made.ending ? null : this.#over(made, device, now);
      if (why !== null) this.#end(made, device, why, found);
    }
    if (this.#retry.waits(now)) return;
    const coming = [...this.#made.values()].filter(
      ({ serial, ending }) => !ending && !(bySerial.get(serial)?.hadJob ?? false),
    ).length;
    const wanted = Math.min(this.room, waitingJobs - coming);
    for (let count = 0; count < wanted; count += 1) this.#make(found);
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    const { provider } = this.#settings;
    await Promise.all(this.#endings);
    await Promise.allSettled([...this.#made.keys()].map((serial) => provider.destroy(serial)));
    this.#made.clear();
  }

  /** Why the device is to end; null: it stays. */
  #over({ since }: Made, device: ManagedDevice | undefined, now: number): string | null {
    const { bootSeconds } = this.#settings.provider.capabilities;
    if (device === undefined)
      return now - since > bootSeconds * 1_000 ? `it did not boot within ${bootSeconds} s` : null;
    if (!device.idle) return null;
    if (device.hadJob) return "its job has ended";
    if (device.state === "offline" || device.state === "quarantined") return `it is ${device.state}`;
    return now - device.lastUsedAt > unusedMilliseconds ? "no job came" : null;
  }

  #make(found: FoundDevices): void {
    const { provider } = this.#settings;
    const { clock, newId, logger } = this.#services;
    const serial = this.#freeSerial(found);
    if (serial === null) return;
    const made: Made = { serial, incarnation: newId(), since: clock.monotonic(), ending: false };
    this.#made.set(serial, made);
    logger.info("device made", { serial });
    provider.create({ serial }).catch((error: unknown) => {
      if (this.#made.get(serial) !== made || made.ending) return;
      this.#end(made, undefined, error instanceof Error ? error.message : String(error), found);
    });
  }

  /** In turn: one that has just ended may still be on its way out. Null: all are in use. */
  #freeSerial(found: FoundDevices): string | null {
    const { serials } = this.#settings.provider.capabilities;
    const seen = found.devices().map(({ serial }) => serial);
    const taken = new Set([...this.#made.keys(), ...seen]);
    for (let tried = 0; tried < serials.length; tried += 1) {
      const serial = serials[this.#nextSerial % serials.length] ?? "";
      this.#nextSerial += 1;
      if (!taken.has(serial)) return serial;
    }
    return null;
  }

  #end(made: Made, device: ManagedDevice | undefined, why: string, found: FoundDevices): void {
    made.ending = true;
    const expected = device?.hadJob === true || why === "no job came";
    if (!expected) this.#failed(why);
    this.#services.logger[expected ? "info" : "warn"]("made device ends", { serial: made.serial, why });
    const ending = this.#ended(made, device, why, found).finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }

  async #ended(
    made: Made,
    device: ManagedDevice | undefined,
    why: string,
    found: FoundDevices,
  ): Promise<void> {
    const { logger } = this.#services;
    try {
      if (device !== undefined)
        await parkDevice(device, "offline", `It was made for one job and has ended: ${why}.`, this.#services);
      await this.#settings.provider.destroy(made.serial);
    } catch (error) {
      logger.warn("made device not ended", { serial: made.serial, error: String(error) });
    }
    if (device !== undefined) found.forget(device);
    this.#made.delete(made.serial);
  }

  #worked(): void {
    this.#failures = 0;
    this.#retry.proved();
  }

  #failed(why: string): void {
    const { clock, retryBackoff, metrics } = this.#services;
    metrics.count("drover_device_repairs_total", { repair: "recreate" });
    this.#failures += 1;
    this.#lastFailure = why;
    this.#retry.failed(clock.monotonic(), retryBackoff);
  }
}
