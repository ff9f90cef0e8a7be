import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPhone, type PhoneSnapshot, type VirtualPhone } from "@drover/virtual-android";
import type { EnvTask } from "../env-tasks.ts";
import type { EnvDeviceSource } from "./env-device.ts";
import { EpisodeClock } from "./episode-clock.ts";
import { HeldPhone } from "./held-phone.ts";
import { PhoneDevice, type PhoneMaker, type PreparedPhone } from "./phone-device.ts";
import { bootFactsOf, prepareDevice } from "./prepare-device.ts";

/** Every episode begins at this moment, a Tuesday morning: what a phone shows depends on nothing else. */
const firstMoment = Date.parse("2025-03-04T09:10:00Z");
/** All phones have one: their own telephone numbers follow from it. */
const serial = "emulator-5554";
/** A prepared phone is a few hundred kilobytes; the one that was not used for longest is prepared again when it is needed. */
const mostPrepared = 1_000;
const memoryFolder = "/dev/shm";

/** Virtual phones in this process, each forked from the snapshot of its task. */
export class PhoneSource implements EnvDeviceSource, PhoneMaker {
  readonly name = "virtual phones";
  readonly #dir: string;
  readonly #prepared = new Map<string, Promise<PreparedPhone>>();
  #made = 0;
  #booted: Promise<PhoneSnapshot> | undefined;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  static async create(): Promise<PhoneSource> {
    const place = existsSync(memoryFolder) ? memoryFolder : tmpdir();
    return new PhoneSource(await mkdtemp(path.join(place, "drover-env-")));
  }

  open(): PhoneDevice {
    return new PhoneDevice(this);
  }

  async makePhone(clock: EpisodeClock, from?: PhoneSnapshot): Promise<VirtualPhone> {
    const dir = path.join(this.#dir, String(this.#made++));
    const origin = from === undefined ? {} : { from };
    return createPhone({ serial, dir, clock: () => clock.now(), ...origin });
  }

  async endPhone(phone: VirtualPhone): Promise<void> {
    await phone.close();
    await rm(phone.filesRoot, { recursive: true, force: true });
  }

  /** The same object for every session that does this task. One that failed is tried again by the next. */
  prepared(task: EnvTask): Promise<PreparedPhone> {
    const known = this.#prepared.get(task.id);
    this.#prepared.delete(task.id);
    const prepared = known ?? this.#prepare(task);
    this.#prepared.set(task.id, prepared);
    prepared.catch(() => this.#prepared.delete(task.id));
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > mostPrepared && oldest !== undefined) this.#prepared.delete(oldest);
    return prepared;
  }

  async #prepare(task: EnvTask): Promise<PreparedPhone> {
    this.#booted ??= this.#boot();
    const clock = new EpisodeClock(firstMoment);
    const phone = await this.makePhone(clock, await this.#booted);
    try {
      const adb = new HeldPhone(phone);
      const device = await prepareDevice(adb, task, { facts: await bootFactsOf(adb), clock });
      return { ...device, snapshot: phone.snapshot(), at: clock.monotonic() };
    } finally {
      await this.endPhone(phone);
    }
  }

  async #boot(): Promise<PhoneSnapshot> {
    const phone = await this.makePhone(new EpisodeClock(firstMoment));
    const snapshot = phone.snapshot();
    await this.endPhone(phone);
    return snapshot;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#prepared.values());
    await rm(this.#dir, { recursive: true, force: true });
  }
}
