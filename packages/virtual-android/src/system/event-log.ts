export type LogLevel = "V" | "D" | "I" | "W" | "E" | "F";

/** The rings of Android's log, in the order in which `logcat -b all` names them. */
export const LOG_BUFFERS = ["main", "system", "crash", "events"] as const;
export type LogBuffer = (typeof LOG_BUFFERS)[number];

export interface LogEntry {
  readonly time: Date;
  readonly buffer: LogBuffer;
  readonly pid: number;
  readonly level: LogLevel;
  readonly tag: string;
  readonly text: string;
}

/** Where a line belongs and who wrote it; without it, one of the main ring. */
interface LogOrigin {
  readonly buffer?: LogBuffer;
  readonly pid?: number;
}

const maximumEntries = 500;
const nobodysPid = 1234;
export const SYSTEM_SERVER_PID = 521;

/** What happened on the phone lately, as `logcat` shows it: a ring of 500 lines. */
export class EventLog {
  readonly #clock: () => Date;
  readonly #listeners = new Set<(entry: LogEntry) => void>();
  #entries: LogEntry[] = [];

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Several lines of text are several entries, as liblog's callers write them. */
  add(
    level: LogLevel,
    tag: string,
    text: string,
    { buffer = "main", pid = nobodysPid }: LogOrigin = {},
  ): void {
    for (const line of text.split("\n")) {
      const entry = { time: this.#clock(), buffer, pid, level, tag, text: line };
      this.#entries.push(entry);
      if (this.#entries.length > maximumEntries) this.#entries.shift();
      for (const listener of this.#listeners) listener(entry);
    }
  }

  entries(): readonly LogEntry[] {
    return this.#entries;
  }

  clear(buffers: ReadonlySet<LogBuffer>): void {
    this.#entries = this.#entries.filter(({ buffer }) => !buffers.has(buffer));
  }

  /** Returns how to stop listening. */
  follow(listener: (entry: LogEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
