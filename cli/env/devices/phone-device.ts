import type { PhoneSnapshot, VirtualPhone } from "@drover/virtual-android";
import { type CapturedScreen, readTree } from "#device-host/observe/captured-screen.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import { parseWindowFacts, windowFactsCommands } from "#device-host/observe/window-facts.ts";
import type { EnvTask } from "../env-tasks.ts";
import type { EnvDevice, EnvScreen, PreparedDevice } from "./env-device.ts";
import { EpisodeClock } from "./episode-clock.ts";
import { HeldPhone } from "./held-phone.ts";
import { envDeviceId } from "./prepare-device.ts";

export interface PreparedPhone extends PreparedDevice {
  readonly snapshot: PhoneSnapshot;
  /** Its own time then. */
  readonly at: number;
}

/** Who makes phones, and keeps those that are prepared. */
export interface PhoneMaker {
  prepared(task: EnvTask): Promise<PreparedPhone>;
  makePhone(clock: EpisodeClock, from: PhoneSnapshot): Promise<VirtualPhone>;
  endPhone(phone: VirtualPhone): Promise<void>;
}

/** What an action and the agent's thought take of the phone's time. */
const stepMilliseconds = 1_000;

/** A virtual phone of one session, brought back to a snapshot at each reset. */
export class PhoneDevice implements EnvDevice {
  readonly clock = new EpisodeClock(0);
  readonly #source: PhoneMaker;
  #phone: VirtualPhone | undefined;
  #isOver = false;

  constructor(source: PhoneMaker) {
    this.#source = source;
  }

  get adb(): HeldPhone {
    return new HeldPhone(this.#held);
  }

  get #held(): VirtualPhone {
    if (this.#phone === undefined) throw new TypeError("The phone has not begun.");
    return this.#phone;
  }

  async begin(task: EnvTask): Promise<PreparedPhone> {
    const prepared = await this.#source.prepared(task);
    this.clock.set(prepared.at);
    if (this.#phone === undefined) {
      const phone = await this.#source.makePhone(this.clock, prepared.snapshot);
      if (this.#isOver) await this.#source.endPhone(phone);
      this.#phone = phone;
    } else this.#phone.restore(prepared.snapshot);
    return prepared;
  }

  /** Once: a phone that nobody touches shows the same a moment later. */
  async look(wantsPicture: boolean): Promise<EnvScreen> {
    const { adb } = this;
    const [dump, beside] = [await this.#held.dumpHierarchy(), await adb.read(windowFactsCommands)];
    const [focus = "", inputMethod = "", keyboard = "", time] = beside.map(({ output }) => output);
    const facts = parseWindowFacts(focus, inputMethod, keyboard, time);
    const context = {
      deviceId: envDeviceId,
      naturalSize: this.#size,
      capturedAt: this.clock.now().toISOString(),
      facts,
    };
    const read = dump.ok ? readTree(dump.xml, context) : dump.error;
    // As `screencap -p` has it, without a copy: what the phone shows again is the same object.
    const picture = wantsPicture ? await this.#held.screencap() : null;
    const seen = { screen: this.#size, facts, picture };
    if (typeof read === "string")
      return { ...seen, tree: null, treeHash: "", flags: [`treeUnavailable: ${read}`] };
    const { tree: found, treeHash } = read;
    const screen = { width: found.screen_width, height: found.screen_height };
    return { ...seen, screen, tree: found, treeHash, flags: [] };
  }

  capture(): Promise<CapturedScreen> {
    return observeScreen({ deviceId: envDeviceId, adb: this.adb, naturalSize: this.#size }, this.clock);
  }

  get #size() {
    const { width, height } = this.#held.display;
    return { width: Math.min(width, height), height: Math.max(width, height) };
  }

  pass(): void {
    void this.clock.wait(stepMilliseconds);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const phone = this.#phone;
    this.#phone = undefined;
    if (phone !== undefined) await this.#source.endPhone(phone).catch(() => undefined);
  }
}
