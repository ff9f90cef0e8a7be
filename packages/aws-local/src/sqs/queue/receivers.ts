import type { Deadline, Deadlines } from "./deadlines.ts";

export interface Waiting {
  readonly maximum: number;
  /** Absent: the queue's own. */
  readonly visibilitySeconds: number | undefined;
}

interface Receiver<Received> {
  readonly waiting: Waiting;
  readonly end: (received: readonly Received[]) => void;
}

/** Long polls of one queue, in the order in which they came. One that waits costs an entry here and one among the deadlines. */
export class Receivers<Received> {
  readonly #receivers = new Set<Receiver<Received>>();
  readonly #deadlines: Deadlines;

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  get first(): Receiver<Received> | undefined {
    for (const first of this.#receivers) return first;
    return undefined;
  }

  wait(waiting: Waiting, milliseconds: number, gone?: AbortSignal): Promise<readonly Received[]> {
    const { promise, resolve } = Promise.withResolvers<readonly Received[]>();
    let deadline: Deadline | null = null;
    const leave = (): void => this.answer(receiver, []);
    const receiver: Receiver<Received> = {
      waiting,
      end: (received) => {
        this.#deadlines.remove(deadline);
        gone?.removeEventListener("abort", leave);
        resolve(received);
      },
    };
    this.#receivers.add(receiver);
    deadline = this.#deadlines.add(milliseconds, leave);
    gone?.addEventListener("abort", leave, { once: true });
    return promise;
  }

  answer(receiver: Receiver<Received>, received: readonly Received[]): void {
    if (this.#receivers.delete(receiver)) receiver.end(received);
  }

  endAll(): void {
    for (const receiver of [...this.#receivers]) this.answer(receiver, []);
  }
}
