import type { Repair } from "#shared/contracts/device/device.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { DeviceSource } from "../adb/device-source.ts";
import type { ListedDevice } from "../adb/host-service.ts";
import { deviceIdOf } from "../devices/device-id.ts";
import { RepairLadder, timesOf } from "../devices/repair-ladder.ts";
import type { HostServices } from "../host-services.ts";
import { type BrokenDevice, repairDevice, sayRepair } from "../lease/repair-device.ts";
import { goBackClean } from "../snapshots/clean-snapshot.ts";

/** What is done about the devices of a host that are there and not fit for work, whether they ever were or not. */
export class DeviceLadders {
  readonly #services: HostServices;
  readonly #bySerial = new Map<string, RepairLadder>();
  /** Serials of devices that are on their way back to how they were clean. */
  readonly #goingBack = new Set<string>();

  constructor(services: HostServices) {
    this.#services = services;
  }

  /** The serial must have a letter or a digit. */
  of(serial: string): BrokenDevice {
    const { journal, hostId } = this.#services;
    const deviceId = deviceIdOf(hostId, serial);
    const repairs = this.#bySerial.get(serial) ?? new RepairLadder(journal, deviceId);
    this.#bySerial.set(serial, repairs);
    return { deviceId, repairs };
  }

  /** Another device of that serial begins at the bottom. */
  forget(serial: string): void {
    this.#bySerial.delete(serial);
  }

  /** Adb reconnects all that are offline at once, and touches no other device. */
  async reconnect(offline: readonly ListedDevice[], source: DeviceSource): Promise<void> {
    const { clock, retryBackoff, logger } = this.#services;
    const due = offline
      .filter(({ serial }) => /[A-Za-z0-9]/.test(serial))
      .map(({ serial }) => this.of(serial))
      .filter(({ repairs }) => repairs.climb("offline", clock.monotonic(), retryBackoff, null) !== null);
    if (due.length === 0) return;
    await Promise.all(due.map((device) => sayRepair("reconnect", "offline", device, this.#services)));
    await source.reconnectOffline().catch((error: unknown) => {
      logger.warn("reconnect failed", { error: String(error) });
    });
  }

  /**
   * What was done about a device that boots for so long, and why in words; null: nothing yet. One that was made for a job is made again
   * by whoever made it.
   */
  async meetLateBoot(
    adb: AdbDevice,
    bootingMilliseconds: number,
  ): Promise<{ readonly repair: Repair; readonly why: string } | null> {
    const { bootMilliseconds } = this.#services;
    if (bootingMilliseconds < bootMilliseconds || adb.incarnation !== undefined) return null;
    if (this.#goingBack.has(adb.serial)) return null;
    const broken = this.of(adb.serial);
    const repair = await repairDevice("notBooted", { ...broken, adb }, this.#services);
    if (repair === null) return null;
    // Not waited for: other devices are looked at meanwhile.
    if (repair === "recreate") void this.#goBack(adb);
    const late = `it responds to adb, but has not finished booting within ${Math.round(bootMilliseconds / 1_000)} s`;
    const tried = timesOf(broken.repairs.triesOf("notBooted"));
    return { repair, why: `DeviceNotBooted: ${late}${doneInWords(repair, tried)}.` };
  }

  /** It is found and cleaned like any that has booted. */
  async #goBack(adb: AdbDevice): Promise<void> {
    const { serial } = adb;
    this.#goingBack.add(serial);
    try {
      await goBackClean({ deviceId: this.of(serial).deviceId, adb }, this.#services);
    } catch (error) {
      this.#services.logger.warn("clean snapshot not restored", { serial, error: String(error) });
    } finally {
      this.#goingBack.delete(serial);
    }
  }
}

function doneInWords(repair: Repair, tried: string): string {
  if (repair === "reboot") return `; it was rebooted (${tried})`;
  if (repair === "recreate") return "; its clean snapshot is restored";
  return "; rebooting did not help";
}
