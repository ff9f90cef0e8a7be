import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PhoneCore } from "./phone-core.ts";
import type { PhoneState } from "./phone-state.ts";
import { phoneProperties } from "./properties.ts";

interface BootOptions {
  readonly serial: string;
  readonly filesRoot: string;
  readonly clock: () => Date;
  readonly bootId: () => string;
  readonly properties?: ReadonlyMap<string, string>;
  readonly bootMilliseconds?: number;
}

type BootState = Pick<PhoneState, "bootId" | "properties">;

const BOOT_ID_FILE = "proc/sys/kernel/random/boot_id";

/** When a phone started, whether Android runs on it, and the properties that init keeps. */
export class PhoneBoot {
  readonly #core: PhoneCore;
  readonly #options: BootOptions;
  /** By `setprop`. */
  #changedProperties = new Map<string, string>();
  #bootId = "";
  #startedAtMilliseconds = 0;
  #bootedAtMilliseconds = 0;
  #isFrameworkRunning = true;

  constructor(core: PhoneCore, options: BootOptions) {
    this.#core = core;
    this.#options = options;
  }

  get isFrameworkRunning(): boolean {
    return this.#isFrameworkRunning;
  }

  get #now(): number {
    return this.#options.clock().getTime();
  }

  get #isBooted(): boolean {
    return !this.#core.faults.neverBoots && this.#now >= this.#bootedAtMilliseconds;
  }

  properties(): ReadonlyMap<string, string> {
    const image = phoneProperties(this.#options.serial, this.#bootId, this.#isBooted);
    return new Map([...image, ...(this.#options.properties ?? []), ...this.#changedProperties]);
  }

  setProperty(name: string, value: string): void {
    this.#changedProperties.set(name, value);
  }

  state(): BootState {
    return { bootId: this.#bootId, properties: [...this.#changedProperties] };
  }

  restore({ bootId, properties }: BootState): void {
    this.#isFrameworkRunning = true;
    this.#bootId = bootId;
    this.#changedProperties = new Map(properties);
  }

  upMilliseconds(): number {
    return Math.max(0, this.#now - this.#startedAtMilliseconds);
  }

  restart(): void {
    const { settings } = this.#core;
    const count = Number(settings.get("global", "boot_count") ?? "0") + 1;
    settings.put("global", "boot_count", String(count));
    this.#bootAfter();
    this.start();
  }

  start(): void {
    this.#isFrameworkRunning = true;
    this.#startedAtMilliseconds = this.#now;
    this.#bootId = this.#options.bootId();
    const lasting = [...this.#changedProperties].filter(([name]) => name.startsWith("persist."));
    this.#changedProperties = new Map(lasting);
    const file = join(this.#options.filesRoot, BOOT_ID_FILE);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${this.#bootId}\n`);
    this.#core.boot();
  }

  stopFramework(): void {
    this.#isFrameworkRunning = false;
    this.#core.displayOn = false;
    this.#core.stack.endHeld();
    this.#core.invalidate();
  }

  startFramework(): void {
    if (this.#isFrameworkRunning) return;
    // init sets it when Android has started, whatever it was set to meanwhile.
    this.#changedProperties.delete("sys.boot_completed");
    this.#bootAfter();
    this.#isFrameworkRunning = true;
    this.#core.boot();
  }

  #bootAfter(): void {
    this.#bootedAtMilliseconds = this.#now + (this.#options.bootMilliseconds ?? 0);
  }
}
