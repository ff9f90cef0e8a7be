/** What the loop drives; the engine implements it. */
export interface Turns {
  /** Runs ready threads until there are none or `deadlineMs` (monotonic) has passed; true when some are left. */
  advanceReady(deadlineMs: number): Promise<boolean>;
  /** Writes everything that changed since the last commit, in one transaction. */
  commit(): void;
}

/** How long one turn may keep others from the event loop before it commits and lets them in. */
const TURN_MS = 8;

export class EngineClosedError extends Error {
  override readonly name = "EngineClosedError";

  constructor() {
    super("the world is closed");
  }
}

/**
 * The heartbeat of the engine. Everything that comes from outside (API calls, answers of integrations, timers) is a
 * message; a turn takes the messages in, lets threads run, writes one transaction and only then lets anything out.
 * So nothing outside ever sees a transition that a kill could undo, and a thousand executions share one commit.
 */
export class TurnLoop {
  readonly #turns: Turns;
  readonly #onCrash: (error: unknown) => void;
  #inbox: (() => void)[] = [];
  #outbox: (() => void)[] = [];
  #scheduled = false;
  #running: Promise<void> | null = null;
  #closed = false;
  /** Who waits for the commit of a change; told when there will be none. */
  readonly #unanswered = new Set<(error: unknown) => void>();

  constructor(turns: Turns, onCrash: (error: unknown) => void) {
    this.#turns = turns;
    this.#onCrash = onCrash;
  }

  /** Runs `message` at the start of a coming turn. It must be synchronous and must not throw half-way. */
  post(message: () => void): void {
    if (this.#closed) return;
    this.#inbox.push(message);
    this.kick();
  }

  /** Runs `change` in a coming turn and answers with its value after the commit. */
  transact<T>(change: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) {
        reject(new EngineClosedError());
        return;
      }
      this.#unanswered.add(reject);
      const settle = (answer: () => void) => {
        this.#unanswered.delete(reject);
        answer();
      };
      this.post(() => {
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
    await this.#running;
    this.#refuseAll(new EngineClosedError());
  }

  #refuseAll(error: unknown): void {
    for (const refuse of this.#unanswered) refuse(error);
    this.#unanswered.clear();
  }

  async #turn(): Promise<void> {
    try {
      const messages = this.#inbox;
      this.#inbox = [];
      for (const message of messages) message();
      const more = await this.#turns.advanceReady(performance.now() + TURN_MS);
      this.#turns.commit();
      const effects = this.#outbox;
      this.#outbox = [];
      for (const effect of effects) effect();
      this.#running = null;
      if (more || this.#inbox.length > 0) this.kick();
    } catch (error) {
      this.#closed = true;
      this.#refuseAll(error);
      this.#onCrash(error);
    }
  }
}
