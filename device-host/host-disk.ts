import { statfs } from "node:fs/promises";

/** Why the host takes no new jobs; null when it takes them. */
export interface HostCondition {
  readonly problem: string | null;
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`;

/** Free bytes for this process in that directory. */
export async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/**
 * Watches the free space of the journal and the spool. A host that cannot store its commands and artifacts
 * must not start anything (docs/faults.md A19, D12).
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

  /** Never throws: an unreadable directory is reported as a problem. */
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
