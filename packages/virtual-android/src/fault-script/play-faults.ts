import type { DeviceRegistry } from "../adb/device-registry.ts";
import type { FaultSource, WireFault } from "../adb/faults.ts";
import { SeededRandom } from "../system/seeded-random.ts";
import { VirtualPhone } from "../system/virtual-phone.ts";
import { applyState } from "./apply-state.ts";
import { befallPhone, type Happening } from "./befall-phone.ts";
import {
  type FaultScript,
  isOnWire,
  isState,
  mostFaults,
  type ScriptedFault,
  SERVER,
  type StateFault,
  type WireFaultOfScript,
} from "./fault-script.ts";

/** How often a fault's turn came on one phone, and how often it happened there. */
export interface FaultCount {
  met: number;
  happened: number;
}

/** A state that holds on one phone, until some further commands have passed or for ever. */
interface Holding {
  readonly serial: string;
  left: number;
  readonly lift: () => void;
}

interface Playing {
  readonly id: string;
  readonly scripted: ScriptedFault;
  readonly counts: Map<string, FaultCount>;
  holding: Holding[];
}

/** A fault as it stands: how often its commands came and it happened, by phone. */
export interface PlayedFault {
  readonly id: string;
  readonly fault: ScriptedFault;
  readonly counts: Readonly<Record<string, FaultCount>>;
}

export class TooManyFaults extends Error {}

/** What the player does to the server that it is in. */
export interface PlayedServer {
  readonly devices: DeviceRegistry;
  /** Nobody is served for so long, and all connections break off. */
  vanish(milliseconds: number): void;
}

/** Plays a script over what a test installs by itself: the first of its faults on the wire that a command meets is the command's. */
export class FaultPlayer implements FaultSource {
  readonly #server: PlayedServer;
  readonly #otherwise: FaultSource;
  #random = new SeededRandom(1);
  #playing: Playing[] = [];
  #lastId = 0;

  constructor(server: PlayedServer, otherwise: FaultSource) {
    this.#server = server;
    this.#otherwise = otherwise;
  }

  /** In place of all that plays; its dice and counts begin again. */
  play({ seed, faults }: FaultScript): void {
    this.clear();
    this.#random = new SeededRandom(seed);
    for (const scripted of faults) this.add(scripted);
  }

  /** After the others. @returns its id @throws TooManyFaults */
  add(scripted: ScriptedFault): string {
    if (this.#playing.length >= mostFaults)
      throw new TooManyFaults(`There are ${mostFaults} faults: remove one first.`);
    this.#lastId += 1;
    const id = String(this.#lastId);
    this.#playing.push({ id, scripted, counts: new Map(), holding: [] });
    return id;
  }

  list(): readonly PlayedFault[] {
    return this.#playing.map(({ id, scripted, counts }) => ({
      id,
      fault: scripted,
      counts: Object.fromEntries(counts),
    }));
  }

  /** A state that it put a phone into ends. False: there is none of that id. */
  remove(id: string): boolean {
    const removed = this.#playing.find((one) => one.id === id);
    if (removed === undefined) return false;
    this.#playing = this.#playing.filter((one) => one !== removed);
    for (const { lift } of removed.holding) lift();
    return true;
  }

  clear(): void {
    for (const { id } of [...this.#playing]) this.remove(id);
  }

  take(serial: string | null, service: string): WireFault | null {
    const at = serial ?? SERVER;
    this.#endPassed(at);
    let onWire: WireFault | null = null;
    for (const playing of [...this.#playing]) {
      if (!this.#happens(playing, at, service)) continue;
      const { scripted } = playing;
      if (isOnWire(scripted)) onWire ??= wireFaultOf(scripted);
      else if (scripted.fault === "lost-list") onWire ??= { kind: "lost-list" };
      else if (scripted.fault === "server-gone") this.#server.vanish(scripted.milliseconds);
      else this.#befall(playing, scripted, at);
    }
    return onWire ?? this.#otherwise.take(serial, service);
  }

  #endPassed(serial: string): void {
    for (const playing of this.#playing) {
      for (const holding of playing.holding) {
        if (holding.serial !== serial) continue;
        holding.left -= 1;
        if (holding.left < 0) holding.lift();
      }
      playing.holding = playing.holding.filter(({ left }) => left >= 0);
    }
  }

  #happens({ scripted, counts }: Playing, at: string, service: string): boolean {
    // What happens on every phone does not happen to the server.
    if ((scripted.phone ?? (at === SERVER ? null : at)) !== at) return false;
    if (!new RegExp(scripted.command).test(service)) return false;
    const count = counts.get(at) ?? { met: 0, happened: 0 };
    counts.set(at, count);
    count.met += 1;
    if (count.met <= scripted.after || count.happened >= (scripted.times ?? Number.POSITIVE_INFINITY))
      return false;
    if (scripted.probability < 1 && this.#random.next() >= scripted.probability) return false;
    count.happened += 1;
    return true;
  }

  #befall(playing: Playing, scripted: StateFault | Happening, serial: string): void {
    const { devices } = this.#server;
    const phone = devices.list().find((attached) => attached.serial === serial)?.device;
    if (!(phone instanceof VirtualPhone)) return;
    if (isState(scripted)) this.#putInto(playing, scripted, phone);
    else befallPhone(scripted, phone, devices);
  }

  #putInto(playing: Playing, scripted: StateFault, phone: VirtualPhone): void {
    const lift = applyState(scripted, phone);
    // The command where it happens is the first of them.
    const left = (scripted.commands ?? Number.POSITIVE_INFINITY) - 1;
    playing.holding = playing.holding.filter(({ serial }) => serial !== phone.serial);
    playing.holding.push({ serial: phone.serial, left, lift });
  }
}

function wireFaultOf(scripted: WireFaultOfScript): WireFault {
  switch (scripted.fault) {
    case "hang":
      return { kind: "swallow" };
    case "drip":
      return { kind: "drip", bytesPerSecond: scripted.bytesPerSecond };
    case "reset":
      return { kind: "reset", afterBytes: scripted.afterBytes };
    case "refuse":
      return { kind: "fail", text: scripted.text };
    case "cut":
      return { kind: "cut", afterBytes: scripted.afterBytes };
    case "cut-tail":
      return { kind: "cut-tail", bytes: scripted.bytes };
    case "prefix":
      return { kind: "prefix", text: scripted.text };
    case "flood":
      return { kind: "flood", bytes: scripted.bytes };
    case "full-disk":
      return { kind: "storage-full", afterBytes: scripted.afterBytes };
  }
}
