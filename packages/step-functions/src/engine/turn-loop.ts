import { JournalUnwritableError } from "../journal/journal.ts";

/** What the loop drives; the engine implements it. */
export interface Turns {
  /** Runs ready threads until there are none or `deadlineMs` (monotonic) has passed; true when some are left. */
  advanceReady(deadlineMs: number): Promise<boolean>;
  /**
   * Writes everything that changed since the last commit, in one transaction.
   * @throws JournalUnwritableError when it may be written later: the same is then tried again
   */
  commit(): void;
  /** Calls back once, after `delayMs`; the returned function takes it back. */
  schedule(callback: () => void, delayMs: number): () => void;
  /** A number in [0, 1). */
  random(): number;
  /** The journal cannot be written, and why; null: it can again. */
  onStall(reason: string | null): void;
  /** Nothing runs any more. */
  onCrash(error: unknown): void;
}

/** How long one turn may keep others from the event loop before it commits and lets them in. */
const TURN_MS = 8;

/** Between two tries to write a commit. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

export class EngineClosedError extends Error {
  override readonly name = "EngineClosedError";

  constructor() {
    super("the world is closed");
  }
}

/** Who asks: the engine waits for its commit however long that takes, others are refused while the journal cannot be written. */
type Asker = "engine" | "outside";

/**
 * The heartbeat of the engine. Everything that comes from outside (API calls, answers of integrations, timers) is a
 * message; a turn takes the messages in, lets threads run, writes one transaction and only then lets anything out.
 * So nothing outside ever sees a transition that a kill could undo, and a thousand executions share one commit.
 */
export class TurnLoop {
  readonly #turns: Turns;
  #inbox: (() => void)[] = [];
  #outbox: (() => void)[] = [];
  #scheduled = false;
  #running: Promise<void> | null = null;
  #closed = false;
  /** Who waits for the commit of a change; told when there will be none. */
  readonly #unanswered = new Map<(error: unknown) => void, Asker>();
  #stall: JournalUnwritableError | null = null;
  #endPause: (() => void) | null = null;

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Runs `message` at the start of a coming turn. It must be synchronous and must not throw half-way. */
  post(message: () => void): void {
    if (this.#closed) return;
    this.#inbox.push(message);
    this.kick();
  }

  /**
   * Runs `change` in a coming turn and answers with its value after the commit. A change that waits for its turn when its asker is
   * refused does not happen; one that waits for its commit does, once that can be written.
   * @throws JournalUnwritableError to who is outside
   */
  transact<T>(change: () => T, asker: Asker = "engine"): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const refusal = this.#closed ? new EngineClosedError() : asker === "outside" ? this.#stall : null;
      if (refusal !== null) {
        reject(refusal);
        return;
      }
      this.#unanswered.set(reject, asker);
      const settle = (answer: () => void) => {
        this.#unanswered.delete(reject);
        answer();
      };
      this.post(() => {
        if (!this.#unanswered.has(reject)) return;
        try {
          const value = change();
          this.afterCommit(() => settle(() => resolve(value)));
        } catch (error) {
          settle(() => reject(error));
        }
      });
    });
  }

  /** Runs `effect` once everything done so far is in the journal. */
  afterCommit(effect: () => void): void {
    this.#outbox.push(effect);
    this.kick();
  }

  kick(): void {
    if (this.#scheduled || this.#running !== null || this.#closed) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#closed) return;
      this.#running = this.#turn().finally(() => {
        this.#running = null;
      });
    });
  }

  /** Finishes the turn under way and runs no other. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#endPause?.();
    await this.#running;
    this.#refuse(new EngineClosedError(), ["engine", "outside"]);
  }

  #refuse(error: unknown, askers: readonly Asker[]): void {
    for (const [refuse, asker] of this.#unanswered) {
      if (!askers.includes(asker)) continue;
      this.#unanswered.delete(refuse);
      refuse(error);
    }
  }

  async #turn(): Promise<void> {
    try {
      const messages = this.#inbox;
      this.#inbox = [];
      for (const message of messages) message();
      const more = await this.#turns.advanceReady(performance.now() + TURN_MS);
      if (!(await this.#commit())) return;
      const effects = this.#outbox;
      this.#outbox = [];
      for (const effect of effects) effect();
      this.#running = null;
      if (more || this.#inbox.length > 0) this.kick();
    } catch (error) {
      this.#closed = true;
      this.#refuse(error, ["engine", "outside"]);
      this.#turns.onCrash(error);
    }
  }

  /** Tries until it is written; false when the loop was closed first. */
  async #commit(): Promise<boolean> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        this.#turns.commit();
        if (this.#stall !== null) this.#turns.onStall(null);
        this.#stall = null;
        return true;
      } catch (error) {
        if (!(error instanceof JournalUnwritableError)) throw error;
        if (this.#stall === null) this.#turns.onStall(error.message);
        this.#stall = error;
        this.#refuse(error, ["outside"]);
      }
      if (this.#closed) return false;
      await this.#pause(pauseMs * (0.5 + this.#turns.random() / 2));
      if (this.#closed) return false;
    }
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#turns.schedule(resolve, delayMs);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
  }
}
