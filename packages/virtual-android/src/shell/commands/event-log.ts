import type { VirtualDevice } from "../../device.ts";

export type LogLevel = "V" | "D" | "I" | "W" | "E" | "F";
export interface LogEntry {
  readonly time: Date;
  readonly level: LogLevel;
  readonly tag: string;
  readonly text: string;
}

const maximumEntries = 500;
const logs = new WeakMap<VirtualDevice, EventLog>();

/** What happened on the phone lately, as `logcat` shows it: a ring of 500 lines. */
export class EventLog {
  readonly #device: VirtualDevice;
  readonly #listeners = new Set<(entry: LogEntry) => void>();
  #entries: LogEntry[] = [];

  constructor(device: VirtualDevice) {
    this.#device = device;
  }

  add(level: LogLevel, tag: string, text: string): void {
    const entry = { time: this.#device.clock(), level, tag, text };
    this.#entries.push(entry);
    if (this.#entries.length > maximumEntries) this.#entries.shift();
    for (const listener of this.#listeners) listener(entry);
  }

  entries(): readonly LogEntry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }

  /** Returns how to stop listening. */
  follow(listener: (entry: LogEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The log of a phone, made at first use. */
export function phoneLog(device: VirtualDevice): EventLog {
  const log = logs.get(device) ?? new EventLog(device);
  logs.set(device, log);
  return log;
}
