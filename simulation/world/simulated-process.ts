import { AsyncLocalStorage } from "node:async_hooks";

type LastRite = (how: "process" | "power") => void;

/** One of the processes that run in the simulator's own: whatever it starts belongs to it, through every await. */
export class SimulatedProcess {
  readonly name: string;
  /** How far its clock is from the farm's. */
  clockOffsetMilliseconds = 0;
  isDiskFull = false;
  /** Set before it opens databases: what they have synced is kept in mind, which takes time. */
  mayLosePower = false;
  #isDead = false;
  readonly #lastRites = new Set<LastRite>();

  constructor(name: string) {
    this.name = name;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  run<Result>(work: () => Result): Result {
    return current.run(this, work);
  }

  /** As SIGKILL: nothing that it waits for comes, nobody hears from it, and its open files are let go; `power`: what was not synced is lost. */
  kill(how: "process" | "power" = "process"): void {
    if (this.#isDead) return;
    this.#isDead = true;
    for (const rite of this.#lastRites) rite(how);
    this.#lastRites.clear();
  }

  /** What the system does for it at its death; the answer takes that back. */
  atDeath(rite: LastRite): () => void {
    this.#lastRites.add(rite);
    return () => this.#lastRites.delete(rite);
  }
}

const current = new AsyncLocalStorage<SimulatedProcess>();

/** Whose code runs now; undefined: the simulator's own. */
export const currentProcess = (): SimulatedProcess | undefined => current.getStore();
