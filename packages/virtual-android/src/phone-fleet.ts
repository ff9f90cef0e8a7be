import { rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DeviceRegistry } from "./adb/device-registry.ts";
import { type ConsoleToken, consoleToken } from "./console/auth-token.ts";
import type { ConsolePhone } from "./console/console-commands.ts";
import { type PhoneConsole, startConsole } from "./console/start-console.ts";
import { ForkPlaces } from "./snapshots/fork-places.ts";
import { isSnapshotName, SnapshotStore } from "./snapshots/snapshot-store.ts";
import { createPhone } from "./start-phone.ts";
import type { App } from "./system/app.ts";
import { TelephoneExchange } from "./system/telephony/telephone-exchange.ts";
import type { VirtualPhone } from "./system/virtual-phone.ts";

/** Android's name for each API level that phones have been made of. */
const releases: Readonly<Record<number, string>> = {
  23: "6.0",
  24: "7.0",
  25: "7.1.1",
  26: "8.0.0",
  27: "8.1.0",
  28: "9",
  29: "10",
  30: "11",
  31: "12",
  32: "12",
  33: "13",
};

/** What a phone of that level says of itself in place of Android 14's words. */
const versionProperties = (apiLevel: number): readonly (readonly [string, string])[] => [
  ["ro.build.version.sdk", String(apiLevel)],
  ["ro.build.version.release", releases[apiLevel] ?? String(apiLevel - 20)],
];

export const firstConsolePort = 5554;
const lastSerialPort = 9_999;
const mostForks = 64;
const mostSnapshots = 2_000;

/** Where the phone's console listens, and of which snapshot it is a fork: an emulator says neither. */
const consoleProperty = "ro.virtual_android.console_port";
const forkProperty = "ro.virtual_android.fork_of";

interface FleetOptions {
  readonly dir: string;
  readonly seed: number;
  readonly clock?: () => Date;
  readonly devices: DeviceRegistry;
  readonly apps: readonly App[];
  /** Consoles listen where the phones' serials say, as an emulator's does; else on free ports. */
  readonly consolesBySerial: boolean;
  /** Of the phones in their order. */
  readonly apiLevels: readonly number[];
  readonly bootMilliseconds: number;
}

interface Member {
  readonly phone: VirtualPhone;
  readonly console: PhoneConsole;
  readonly forkOf: string | null;
  /** Its data go with it. */
  readonly passing: boolean;
}

/** The phones of one server, what was kept of them, and the consoles by which both are commanded. */
export class PhoneFleet {
  readonly #options: FleetOptions;
  readonly #snapshots: SnapshotStore;
  readonly #token: ConsoleToken;
  readonly #places: ForkPlaces;
  readonly #members = new Map<string, Member>();
  /** Serials of phones that are being started. */
  readonly #starting = new Set<string>();
  /** By which they call and message each other. */
  readonly #exchange = new TelephoneExchange();
  readonly #ending = new Set<Promise<void>>();

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#snapshots = new SnapshotStore(join(options.dir, "snapshots"));
    this.#token = consoleToken(options.consolesBySerial ? homedir() : options.dir);
    this.#places = new ForkPlaces(options.dir);
  }

  /** Forks end with the process that had them. */
  clearForks(): Promise<void> {
    return this.#places.clear();
  }

  /** The phone with its data, at the place of its number, from 0. */
  async start(index: number): Promise<VirtualPhone> {
    const serial = `emulator-${firstConsolePort + index * 2}`;
    return this.#start(
      serial,
      { dir: join(this.#options.dir, serial), seed: this.#options.seed + index },
      null,
    );
  }

  /** A further phone as new, under a serial that is in no use; its data go with it. */
  async startPassing(serial: string): Promise<VirtualPhone> {
    if (this.#members.has(serial) || this.#starting.has(serial)) throw new Error(`${serial} is in use`);
    this.#starting.add(serial);
    try {
      const dir = this.#places.of(serial, 0);
      await mkdir(dir, { recursive: true, mode: 0o700 });
      return await this.#start(serial, { dir, seed: this.#options.seed }, null, true);
    } finally {
      this.#starting.delete(serial);
    }
  }

  /** Ends a phone; one that is not there is no error. */
  end(serial: string): Promise<void> {
    return this.#end(serial);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#members.keys()].map((serial) => this.#end(serial)));
    await Promise.all(this.#ending);
    await this.#places.clear();
  }

  async #start(
    serial: string,
    own: { readonly dir: string; readonly seed: number },
    forkOf: string | null,
    passing = forkOf !== null,
  ): Promise<VirtualPhone> {
    const { clock, devices, consolesBySerial } = this.#options;
    const from = forkOf === null ? undefined : this.#found(forkOf).snapshot;
    let started: VirtualPhone | null = null;
    const phoneOf = (): VirtualPhone => {
      if (started === null) throw new Error(`${serial} has not started yet`);
      return started;
    };
    const port = consolesBySerial ? Number(serial.slice("emulator-".length)) : 0;
    const listening = await startConsole({
      port,
      token: this.#token,
      phone: this.#consoleOf(serial, phoneOf, passing),
    });
    const properties = new Map([[consoleProperty, String(listening.port)]]);
    const apiLevel =
      this.#options.apiLevels[(Number(serial.slice("emulator-".length)) - firstConsolePort) / 2];
    for (const [name, value] of apiLevel === undefined ? [] : versionProperties(apiLevel))
      properties.set(name, value);
    if (forkOf !== null) properties.set(forkProperty, forkOf);
    const further = {
      bootMilliseconds: this.#options.bootMilliseconds,
      properties,
      exchange: this.#exchange,
      apps: this.#options.apps,
      ...(from === undefined ? {} : { from }),
      ...(clock === undefined ? {} : { clock }),
    };
    try {
      started = await createPhone({ serial, ...own, ...further });
    } catch (error) {
      await listening.close();
      throw error;
    }
    this.#members.set(serial, { phone: started, console: listening, forkOf, passing });
    devices.attach(started);
    return started;
  }

  #consoleOf(serial: string, phone: () => VirtualPhone, passing: boolean): ConsolePhone {
    return {
      avdName: serial,
      battery: () => phone().battery,
      telephony: () => phone().telephony,
      save: (name) => this.#save(name, phone()),
      load: (name) => {
        const { snapshot } = this.#found(name);
        phone().restore(snapshot);
        // Whoever was connected was so to another moment of the phone.
        this.#options.devices.cutConnections(serial);
      },
      remove: (name) => {
        this.#found(name);
        this.#snapshots.remove(name);
      },
      list: () => this.#snapshots.list(),
      fork: (name) => this.#fork(name),
      kill: () => {
        if (!passing) throw new Error("this phone belongs to its server; stop that process to end it");
        // After the answer: the console ends with its phone.
        const ending = nextTurn()
          .then(() => this.#end(serial))
          .finally(() => this.#ending.delete(ending));
        this.#ending.add(ending);
      },
    };
  }

  #save(name: string, phone: VirtualPhone): void {
    if (!isSnapshotName(name))
      throw new Error("a snapshot's name is letters, digits, '.', '_' and '-', at most 64");
    if (this.#snapshots.find(name) === null && this.#snapshots.count >= mostSnapshots)
      throw new Error(`there are ${mostSnapshots} snapshots: delete one first`);
    this.#snapshots.save(name, phone.snapshot(), new Date());
  }

  #found(name: string) {
    const found = isSnapshotName(name) ? this.#snapshots.find(name) : null;
    if (found === null) throw new Error(`Device 'virtual' does not have the requested snapshot '${name}'`);
    return found;
  }

  async #fork(name: string): Promise<string> {
    const { bytes } = this.#found(name);
    const forks = [...this.#members.values()].filter(({ forkOf }) => forkOf !== null).length;
    if (forks + this.#starting.size >= mostForks)
      throw new Error(`there are ${mostForks} forks: end one first`);
    const serial = this.#freeSerial();
    this.#starting.add(serial);
    try {
      const dir = this.#places.of(serial, bytes);
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await this.#start(serial, { dir, seed: this.#options.seed }, name);
      return serial;
    } finally {
      this.#starting.delete(serial);
    }
  }

  #freeSerial(): string {
    for (let port = firstConsolePort; port < lastSerialPort; port += 2) {
      const serial = `emulator-${port}`;
      if (!this.#members.has(serial) && !this.#starting.has(serial)) return serial;
    }
    throw new Error("there is no free serial");
  }

  /** Its data stay, unless it was to pass. */
  async #end(serial: string): Promise<void> {
    const member = this.#members.get(serial);
    if (member === undefined) return;
    this.#members.delete(serial);
    this.#options.devices.detach(serial);
    await Promise.all([member.console.close(), member.phone.close()]);
    // A phone's hundred small files and folders are gone in a millisecond, and in five where each is a task of its own.
    if (member.passing) rmSync(member.phone.filesRoot, { recursive: true, force: true });
  }
}
