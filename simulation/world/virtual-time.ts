import { AsyncResource } from "node:async_hooks";
import { ModuleLoads } from "./module-loads.ts";
import { real } from "./real.ts";
import { RealWork } from "./real-work.ts";
import { currentProcess } from "./simulated-process.ts";
import { TimerQueue } from "./timer-queue.ts";

export interface Cancellable {
  cancel(): void;
}

/** Who calls for it may run for ever without the clock moving; this many turns at one instant are such a loop. */
const mostTurnsAtOnce = 2_000_000;

/**
 * Time that moves from one event to the next, and only when nothing is left to do at the present one. One timer or immediate runs in a turn of
 * Node's own loop, so promises settle in between as they do outside.
 */
export class VirtualTime {
  readonly work = new RealWork();
  readonly loads = new ModuleLoads();
  readonly #startedAt: number;
  readonly #timers = new TimerQueue();
  readonly #immediates: (() => void)[] = [];
  #elapsed = 0;
  #order = 0;
  turns = 0;

  constructor(startedAt: Date) {
    this.#startedAt = startedAt.getTime();
  }

  /** Milliseconds since the simulation began. */
  get elapsed(): number {
    return this.#elapsed;
  }

  /** Milliseconds since 1970, as the clock of the process that asks shows them. */
  now(): number {
    return Math.floor(this.#startedAt + this.#elapsed) + (currentProcess()?.clockOffsetMilliseconds ?? 0);
  }

  after(milliseconds: number, run: () => void): Cancellable {
    const bound = ofItsProcess(run);
    this.#order += 1;
    const timer = {
      at: this.#elapsed + Math.max(0, milliseconds),
      order: this.#order,
      fire: bound,
      isCancelled: false,
    };
    this.#timers.add(timer);
    return {
      cancel() {
        timer.isCancelled = true;
      },
    };
  }

  soon(run: () => void): Cancellable {
    let isCancelled = false;
    const bound = ofItsProcess(run);
    this.#immediates.push(() => {
      if (!isCancelled) bound();
    });
    return {
      cancel() {
        isCancelled = true;
      },
    };
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /**
   * Runs until `goal` has settled, and answers with it. `mayGoOn` is asked before each step of the clock.
   * @throws Error when nothing is left that could settle it
   */
  async run<Result>(
    goal: Promise<Result>,
    mayGoOn: (elapsed: number) => boolean = () => true,
  ): Promise<Result | null> {
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
    };
    goal.then(settle, settle);
    let turnsAtOnce = 0;
    for (;;) {
      await this.#quiet();
      if (isSettled) return goal;
      const immediate = this.#immediates.shift();
      turnsAtOnce += 1;
      if (turnsAtOnce > mostTurnsAtOnce)
        throw new Error(`The clock does not move on at ${this.#elapsed} ms.`);
      if (immediate !== undefined) {
        immediate();
        continue;
      }
      const timer = this.#timers.take();
      if (timer === undefined)
        throw new Error(`Nothing is left to do at ${this.#elapsed} ms, and the end has not come.`);
      if (timer.at > this.#elapsed) {
        if (!mayGoOn(timer.at)) return null;
        this.#elapsed = timer.at;
        turnsAtOnce = 0;
      }
      timer.fire();
    }
  }

  /** Until every promise and every piece of real work has led to all that it leads to now. */
  async #quiet(): Promise<void> {
    this.turns += 1;
    await real.nextTurn();
    while (this.work.isUnderWay) {
      await this.work.ended();
      await real.nextTurn();
    }
    await this.loads.settle();
  }
}

/** Bound to the one that asks; nothing happens when that one is dead by then. */
function ofItsProcess(run: () => void): () => void {
  const owner = currentProcess();
  const bound = AsyncResource.bind(run);
  return owner === undefined ? bound : () => void (owner.isDead || bound());
}
