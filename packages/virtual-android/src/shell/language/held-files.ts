import { ShellFailure } from "./control-flow.ts";

/** Of a process on Android, rounded down: more is a leak. */
const mostKept = 256;

/**
 * When files that a shell opened are closed: not while a job runs that may have them, whose write would reach whatever the machine
 * opened next under that number.
 */
export class HeldFiles {
  readonly #jobs = new Set<Promise<number>>();
  readonly #kept: (() => void)[] = [];

  /** `ended` never rejects. */
  heldBy(ended: Promise<number>): void {
    this.#jobs.add(ended);
    void ended.then(() => this.#jobs.delete(ended));
  }

  /** Closes now, or when every job ended that runs now. */
  release(close: () => void): void {
    if (this.#jobs.size === 0) close();
    else void Promise.all(this.#jobs).then(close);
  }

  /** For `exec`: until the shell ends. */
  keep(close: () => void): void {
    if (this.#kept.length >= mostKept) {
      close();
      throw new ShellFailure("exec: Too many open files");
    }
    this.#kept.push(close);
  }

  end(): void {
    for (const close of this.#kept.splice(0)) this.release(close);
  }
}
