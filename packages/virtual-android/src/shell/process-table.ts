import type { VirtualDevice } from "../system/device.ts";

/** A shell of the phone, a job of one, or a program that continues until somebody ends it. */
export interface ShellProcess {
  readonly pid: number;
  readonly parent: number;
  /** As `ps` and `pgrep` know it. */
  readonly name: string;
  /** Its words with blanks between them, as `pgrep -f` reads it. */
  readonly commandLine: string;
  /** What `kill` does to it. */
  readonly signal: (signal: number) => void;
}

const firstPid = 4242;
const lastPid = 32_767;
const tables = new WeakMap<VirtualDevice, ProcessTable>();

/** The processes that clients started on a phone: they come and go with what they run. */
export class ProcessTable {
  readonly #processes = new Map<number, ShellProcess>();
  #nextPid = firstPid;

  start(words: readonly string[], parent: number, signal: (signal: number) => void): ShellProcess {
    while (this.#processes.has(this.#nextPid)) this.#nextPid += 1;
    const name = (words[0] ?? "").replace(/^.*\//, "");
    const process = { pid: this.#nextPid, parent, name, commandLine: words.join(" "), signal };
    this.#nextPid = this.#nextPid >= lastPid ? firstPid : this.#nextPid + 1;
    this.#processes.set(process.pid, process);
    return process;
  }

  end(pid: number): void {
    this.#processes.delete(pid);
  }

  list(): readonly ShellProcess[] {
    return [...this.#processes.values()];
  }
}

/** The processes of a phone, one table each, made at first use. */
export function processesOf(device: VirtualDevice): ProcessTable {
  const table = tables.get(device) ?? new ProcessTable();
  tables.set(device, table);
  return table;
}
