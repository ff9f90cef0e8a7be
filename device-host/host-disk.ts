import { statfs } from "node:fs/promises";

/** Why the host takes no new work; null when it does. */
export interface HostCondition {
  readonly problem: string | null;
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`;

/** Bytes that this process may still write in that directory. */
export async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/**
 * Watches the room that is left for the journal, and in the spool: a host that cannot write down what it does and keep
 * what it sees must not begin anything (docs/faults.md A19, D12).
 */
export class HostDisk implements HostCondition {
  readonly #freeBytes: () => Promise<number>;
  readonly #least: number;
  readonly #others: readonly HostCondition[];
  #problem: string | null = null;

  constructor(least: number, freeBytes: () => Promise<number>, others: readonly HostCondition[]) {
    this.#least = least;
    this.#freeBytes = freeBytes;
    this.#others = others;
  }

  get problem(): string | null {
    return this.#problem ?? this.#others.find(({ problem }) => problem !== null)?.problem ?? null;
  }

  /** Never throws: a directory that cannot be asked is a problem itself. */
  async check(): Promise<void> {
    try {
      const free = await this.#freeBytes();
      const short = `only ${megabytes(free)} of disk space are free, ${megabytes(this.#least)} are needed: free some space.`;
      this.#problem = free < this.#least ? short : null;
    } catch (error) {
      this.#problem = `its directory cannot be used: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}
