import type { Job } from "#shared/contracts/job/job.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import type { Owed, Spent } from "#shared/storage/jobs/job-spending.ts";
import { roundUsd } from "#shared/values/round-usd.ts";
import type { Services } from "../runtime/services.ts";

/** A prompt is longer than the one before it by a step, and its screen may be a larger one. */
const roomForNext = 1.25;

/**
 * What a turn's calls cost less than was reserved for them, until the turn is recorded: both are one write of the job then. The same
 * write reserves what the next turn's call may cost at most. What is lost on the way stays reserved, as with a process that died.
 */
export class Settlement {
  #owed: Spent | null = null;
  #ahead: Job["ahead"];
  #last: Spent | null = null;

  /** `ahead`: what the turn before has reserved for this one. */
  constructor(ahead?: Job["ahead"]) {
    this.#ahead = ahead;
  }

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

  /** Whether a call may be made without another reservation: what is reserved ahead is given back for it, with the next write. */
  covers(call: Spent): boolean {
    const { tokens, usd, outputTokens = 0 } = call;
    this.#last = call;
    const ahead = this.#ahead;
    if (ahead === undefined || tokens > ahead.tokens || usd > ahead.usd) return false;
    if (outputTokens > (ahead.outputTokens ?? outputTokens)) return false;
    this.add(call);
    return true;
  }

  /** What it had for a call is reserved anew, for one that may cost more. */
  takeAhead(): Job["ahead"] {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead;
  }

  /** All of it, for who writes it now. */
  take(): Owed | null {
    if (this.#owed === null) return null;
    const owed = { ...this.#owed, returned: this.takeAhead() };
    this.#owed = null;
    return owed;
  }

  /** For the next turn's call, if this one had a call too. A definition of before does not say whether the turn is tried again. */
  nextAhead({ stepNumber, attempt }: Pick<PredictActionInput, "stepNumber" | "attempt">): Job["ahead"] {
    if (this.#last === null || attempt === undefined) return undefined;
    const { tokens, usd, outputTokens } = this.#last;
    return {
      stepNumber: stepNumber + 1,
      tokens: Math.ceil(tokens * roomForNext),
      usd: roundUsd(usd * roomForNext),
      ...(outputTokens === undefined ? {} : { outputTokens }),
    };
  }
}

/** A try that broke off may have spent what was reserved ahead for it: it stays counted, and the next reserves anew. */
export async function forfeitAhead(
  { tenantId, jobId, ahead }: Pick<Job, "tenantId" | "jobId" | "ahead">,
  { repositories }: Pick<Services, "repositories">,
): Promise<void> {
  if (ahead !== undefined) await repositories.jobs.settle(tenantId, jobId, { ...ahead, returned: ahead });
}
