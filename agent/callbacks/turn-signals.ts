import type { AgentName } from "#shared/contracts/job/agent.ts";
import type { JobId, PoolName, TenantId } from "#shared/contracts/values/ids.ts";

export const jobSignal = (tenantId: TenantId, jobId: JobId): string => `${tenantId}/job/${jobId}`;
/** Of claims for one pool; without it, of those for any. */
export const claimSignal = (tenantId: TenantId, agent: AgentName, pool?: PoolName): string =>
  `${tenantId}/agent/${agent}/${pool ?? "*"}`;

/** One of the claims takes the turn; should these fail at it, the others look soon in any case. */
const mostWoken = 4;

interface Listening {
  readonly heard: Promise<void>;
  stop(): void;
}

/**
 * Told within one process only, where the function that opens turns runs beside the one that is asked for them: a farm on one machine.
 * Elsewhere nobody tells, and whoever waits looks into the table (docs/decisions/0119-turns-are-asked-for.md).
 */
class TurnSignals {
  /** Turns are opened in this process: whoever listens need hardly look. */
  isTold = false;
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Of turns that were opened. */
  opened(...names: readonly string[]): void {
    this.isTold = true;
    this.tell(...names);
  }

  /** Of a turn that anybody of these may take: a few are told, those first who have waited longest. */
  offered(...names: readonly string[]): void {
    this.isTold = true;
    const waiting = names.flatMap((name) =>
      [...(this.#listeners.get(name) ?? [])].map((hear) => [name, hear] as const),
    );
    for (const [name, hear] of waiting.slice(0, mostWoken)) {
      this.#listeners.get(name)?.delete(hear);
      hear();
    }
  }

  tell(...names: readonly string[]): void {
    for (const name of names) {
      const listeners = this.#listeners.get(name) ?? [];
      this.#listeners.delete(name);
      for (const hear of listeners) hear();
    }
  }

  listen(name: string): Listening {
    const { promise, resolve } = Promise.withResolvers<void>();
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(resolve);
    const stop = (): void => {
      listeners.delete(resolve);
      if (listeners.size === 0 && this.#listeners.get(name) === listeners) this.#listeners.delete(name);
    };
    return { heard: promise, stop };
  }
}

export const turnSignals = new TurnSignals();
