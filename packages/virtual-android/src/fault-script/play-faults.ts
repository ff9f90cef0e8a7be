import type { DeviceRegistry } from "../adb/device-registry.ts";
import type { FaultSource, WireFault } from "../adb/faults.ts";
import { rebootAttached } from "../adb/reboot-service.ts";
import { SeededRandom } from "../system/seeded-random.ts";
import { VirtualPhone } from "../system/virtual-phone.ts";
import { applyState } from "./apply-state.ts";
import {
  type FaultScript,
  isOnWire,
  isState,
  type ScriptedFault,
  type StateFault,
  type WireFaultOfScript,
} from "./fault-script.ts";

/** How often a fault's turn came on one phone, and how often it happened there. */
interface Count {
  met: number;
  happened: number;
}

/** A state that ends after some further commands of its phone. */
interface Passing {
  readonly serial: string;
  left: number;
  readonly lift: () => void;
}

/** Plays a script over what a test installs by itself: the first of its faults on the wire that a command meets is the command's. */
export class FaultPlayer implements FaultSource {
  readonly #script: FaultScript;
  readonly #devices: DeviceRegistry;
  readonly #otherwise: FaultSource;
  readonly #random: SeededRandom;
  readonly #counts = new Map<string, Count>();
  #passing: Passing[] = [];

  constructor(script: FaultScript, devices: DeviceRegistry, otherwise: FaultSource) {
    this.#script = script;
    this.#devices = devices;
    this.#otherwise = otherwise;
    this.#random = new SeededRandom(script.seed);
  }

  take(serial: string | null, service: string): WireFault | null {
    if (serial === null) return this.#otherwise.take(serial, service);
    this.#endPassed(serial);
    let onWire: WireFault | null = null;
    for (const [index, scripted] of this.#script.faults.entries()) {
      if (!this.#happens(scripted, index, serial, service)) continue;
      if (isOnWire(scripted)) onWire ??= wireFaultOf(scripted);
      else this.#befall(scripted, serial);
    }
    return onWire ?? this.#otherwise.take(serial, service);
  }

  #endPassed(serial: string): void {
    for (const passing of this.#passing) {
      if (passing.serial !== serial) continue;
      passing.left -= 1;
      if (passing.left < 0) passing.lift();
    }
    this.#passing = this.#passing.filter(({ left }) => left >= 0);
  }

  #happens(scripted: ScriptedFault, index: number, serial: string, service: string): boolean {
    if (scripted.phone !== undefined && scripted.phone !== serial) return false;
    if (!new RegExp(scripted.command).test(service)) return false;
    const key = `${index} ${serial}`;
    const count = this.#counts.get(key) ?? { met: 0, happened: 0 };
    this.#counts.set(key, count);
    count.met += 1;
    if (count.met <= scripted.after || count.happened >= (scripted.times ?? Number.POSITIVE_INFINITY))
      return false;
    if (scripted.probability < 1 && this.#random.next() >= scripted.probability) return false;
    count.happened += 1;
    return true;
  }

  #befall(scripted: Exclude<ScriptedFault, WireFaultOfScript>, serial: string): void {
    const device = this.#devices.list().find((attached) => attached.serial === serial)?.device;
    if (!(device instanceof VirtualPhone)) return;
    if (isState(scripted)) this.#putInto(scripted, device);
    else this.#happenTo(scripted, device);
  }

  #putInto(scripted: StateFault, phone: VirtualPhone): void {
    const lift = applyState(scripted, phone);
    const { commands } = scripted;
    // The command where it happens is the first of them.
    if (commands !== undefined) this.#passing.push({ serial: phone.serial, left: commands - 1, lift });
  }

  #happenTo(scripted: Exclude<ScriptedFault, StateFault | WireFaultOfScript>, phone: VirtualPhone): void {
    const { serial } = phone;
    switch (scripted.fault) {
      case "offline":
      case "unauthorized":
        this.#awayAs(scripted.fault, scripted.milliseconds, serial);
        break;
      case "gone":
        this.#devices.detach(serial);
        later(scripted.milliseconds, () => this.#devices.attach(phone));
        break;
      case "flapping":
        for (let round = 0; round < scripted.rounds; round += 1) {
          this.#devices.detach(serial);
          this.#devices.attach(phone);
        }
        break;
      case "reboot":
        void rebootAttached(serial, this.#devices, 0);
        break;
      case "app-crash":
      case "app-anr":
        phone.showAppError(scripted.package, scripted.fault === "app-anr" ? "anr" : "crash");
        break;
      case "permission-dialog":
        phone.showPermissionDialog(scripted.package, scripted.question);
        break;
    }
  }

  #awayAs(state: "offline" | "unauthorized", milliseconds: number, serial: string): void {
    this.#devices.setState(serial, state);
    later(milliseconds, () => {
      if (this.#devices.list().some((attached) => attached.serial === serial))
        this.#devices.setState(serial, "device");
    });
  }
}

/** Never what keeps the process alive. */
const later = (milliseconds: number, then: () => void): void => void setTimeout(then, milliseconds).unref();

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
