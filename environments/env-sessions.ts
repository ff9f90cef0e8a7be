import { randomUUID } from "node:crypto";
import type { EnvDeviceSource } from "./devices/env-device.ts";
import { EnvError } from "./env-error.ts";
import { type EnvironmentOptions, TaskEnvironment } from "./environment.ts";

export interface EnvSessionsOptions extends Pick<EnvironmentOptions, "tasks" | "weights" | "log"> {
  readonly source: EnvDeviceSource;
  readonly mostSessions: number;
  /** A session that nobody asks for so long ends. */
  readonly idleSeconds: number;
}

export interface EnvSession {
  readonly id: string;
  readonly environment: TaskEnvironment;
}

interface HeldSession extends EnvSession {
  usedAt: number;
  /** Calls under way: while there is one the session is not idle. */
  calls: number;
  /** Told when the session ends by itself. */
  readonly onIdle: () => void;
}

const shortestLookMilliseconds = 50;

/** The environments that are lent out: each session has one, with a device of its own. */
export class EnvSessions {
  readonly #options: EnvSessionsOptions;
  readonly #sessions = new Map<string, HeldSession>();
  readonly #ending = new Set<Promise<void>>();
  readonly #looking: NodeJS.Timeout;

  constructor(options: EnvSessionsOptions) {
    this.#options = options;
    const often = Math.max(shortestLookMilliseconds, options.idleSeconds * 250);
    this.#looking = setInterval(() => this.#endIdle(), often).unref();
  }

  has(id: string): boolean {
    return this.#sessions.has(id);
  }

  /** @throws EnvError CAPACITY_REACHED */
  open(onIdle: () => void = () => undefined): EnvSession {
    const { source, mostSessions, tasks, weights, log } = this.#options;
    if (this.#sessions.size >= mostSessions)
      throw new EnvError(
        "CAPACITY_REACHED",
        `All ${mostSessions} sessions are in use: close one, or start the server with more --sessions.`,
        { active_sessions: this.#sessions.size, max_sessions: mostSessions },
      );
    const id = randomUUID();
    const environment = new TaskEnvironment({ sessionId: id, device: source.open(), tasks, weights, log });
    const session = { id, environment, usedAt: performance.now(), calls: 0, onIdle };
    this.#sessions.set(id, session);
    return session;
  }

  /** @throws EnvError SESSION_ERROR when it is not there, or not any more */
  find(id: string): EnvSession {
    const session = this.#sessions.get(id);
    if (session !== undefined) return session;
    throw new EnvError("SESSION_ERROR", `There is no session '${id.slice(0, 100)}', or it has ended.`);
  }

  /** A call that keeps the session alive. @throws EnvError */
  async use<Result>(id: string, call: (environment: TaskEnvironment) => Promise<Result>): Promise<Result> {
    const session = this.find(id) as HeldSession;
    session.calls += 1;
    try {
      return await call(session.environment);
    } finally {
      session.calls -= 1;
      session.usedAt = performance.now();
    }
  }

  /** False: there was none. Its device is released after the running call. */
  end(id: string): boolean {
    const session = this.#sessions.get(id);
    if (session === undefined) return false;
    this.#sessions.delete(id);
    const ending = session.environment.close().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
    return true;
  }

  #endIdle(): void {
    const oldest = performance.now() - this.#options.idleSeconds * 1_000;
    for (const { id, calls, usedAt, onIdle } of this.#sessions.values()) {
      if (calls > 0 || usedAt > oldest) continue;
      this.end(id);
      onIdle();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    for (const id of this.#sessions.keys()) this.end(id);
    await Promise.all(this.#ending);
    await this.#options.source.close();
  }
}
