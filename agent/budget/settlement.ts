import type { Spent } from "#shared/storage/jobs/job-spending.ts";
import { roundUsd } from "#shared/values/round-usd.ts";

/**
 * What a turn's calls cost less than was reserved for them, until the turn is recorded: both are one write of the job then. What
 * is lost on the way stays reserved, as with a process that died.
 */
export class Settlement {
  #owed: Spent | null = null;

  add({ tokens, usd, outputTokens }: Spent): void {
    const {
      tokens: owedTokens,
      usd: owedUsd,
      outputTokens: owedOutput,
    } = this.#owed ?? { tokens: 0, usd: 0 };
    const counts = outputTokens !== undefined || owedOutput !== undefined;
    this.#owed = {
      tokens: owedTokens + tokens,
      usd: roundUsd(owedUsd + usd),
      ...(counts ? { outputTokens: (owedOutput ?? 0) + (outputTokens ?? 0) } : {}),
    };
  }

  /** All of it, for who writes it now. */
  take(): Spent | null {
    const owed = this.#owed;
    this.#owed = null;
    return owed;
  }
}
