import type { Job } from "#shared/contracts/job/job.ts";
import type { JobEnd } from "#shared/contracts/job/job-end.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Owed } from "#shared/storage/jobs/job-spending.ts";
import { roundUsd } from "#shared/values/round-usd.ts";
import { errorFields } from "../environment/runtime-logger.ts";
import type { AskedModel } from "../governor/allowance-used.ts";
import type { Permit } from "../governor/model-governor.ts";
import type { ModelClient } from "../model-calls/model-client.ts";
import { type WorstCase, worstCase } from "../model-calls/worst-case.ts";
import { hasPrice, noPrice, type PriceList } from "../models/cost-of.ts";
import type { ModelReply, ModelRequest } from "../models/model-provider.ts";
import type { Services } from "../runtime/services.ts";
import { spendLimits, tokenUse, wasMoved } from "./attempt-use.ts";
import { reserveCall } from "./reserve-call.ts";
import type { Settlement } from "./settlement.ts";

/** Fewer tokens than this leave no room for an answer beside what a model thinks. */
const leastOutputTokens = 1_024;

/** As the job counts it: what its models write only where it has a limit of it. */
type Counted = Parameters<Settlement["add"]>[0];

interface Spent {
  readonly tokens: number;
  readonly usd: number;
  readonly outputTokens: number;
}

interface CallBudgetOptions {
  /** Whoever has it settles with what he writes anyway, or calls `settleNow`. */
  readonly later?: Settlement | undefined;
  /** The job waits for its turn when the model's allowance is used; else such a call is not made. */
  readonly waits?: boolean;
}

/**
 * A job's budget, asked before each call of a model and told after it (docs/security.md rule 10). What a call may cost at
 * most is reserved by a conditional write, and the difference given back when its cost is known. A call whose cost nobody
 * learns, because it was never answered or this process died, stays counted in full.
 */
export class CallBudget {
  /** Answers were allowed fewer tokens than their settings say, because the rest of the budget was small. */
  lowered: DroverError | null = null;
  readonly #job: Job;
  readonly #runtime: Services;
  readonly #later: Settlement | undefined;
  readonly #waits: boolean;
  /** The job has waited for its turn with this model, and may ask it once. */
  #turnFor: string | undefined;

  constructor(job: Job, runtime: Services, { later, waits = false }: CallBudgetOptions = {}) {
    this.#job = job;
    this.#runtime = runtime;
    this.#later = later;
    this.#waits = waits;
    const { waiting } = job;
    const isItsTurn = waits && waiting !== undefined && runtime.now().getTime() >= Date.parse(waiting.until);
    this.#turnFor = isItsTurn ? waiting.turnFor : undefined;
  }

  /** The same client, each of its calls reserved before it is made. */
  guarding(client: ModelClient): ModelClient {
    const complete: ModelClient["complete"] = async (request, timeoutSeconds) => {
      const asked = { tenantId: this.#job.tenantId, service: client.baseUrl, model: request.model };
      const permit = await this.#permit(asked);
      const { request: allowed, reserved } = await this.#reserve(request, client.prices);
      const { governor } = this.#runtime;
      let reply: ModelReply;
      try {
        reply = await client.complete(allowed, timeoutSeconds);
      } catch (error) {
        if (wasNotServed(error)) await this.#settle(reserved, { tokens: 0, usd: 0, outputTokens: 0 });
        const used = this.#governed(() => governor.refused(asked, error, { ...permit, waits: this.#waits }));
        throw (await used) ?? error;
      }
      await this.#settle(reserved, costOf(reply, reserved));
      await this.#governed(() => governor.served(asked, reply));
      return reply;
    };
    return { ...client, complete };
  }

  /** @throws AllowanceUsed */
  async #permit(asked: AskedModel): Promise<Permit> {
    if (this.#turnFor === asked.model) {
      this.#turnFor = undefined;
      return { hadSlot: true };
    }
    const permit = await this.#governed(() => this.#runtime.governor.permit(asked, { waits: this.#waits }));
    return permit ?? { hadSlot: false };
  }

  /** Calls are made, and answers used, though the allowance cannot be read or written: the service keeps its limit itself. */
  async #governed<Result>(ask: () => Promise<Result>): Promise<Result | null> {
    return ask().catch((error: unknown) => {
      if (error instanceof DroverError && error.code === "AllowanceUsed") throw error;
      this.#runtime.logger.error("the model's rate limit was not recorded", errorFields(error));
      return null;
    });
  }

  /** @throws BudgetExhausted, ConfigurationInvalid */
  async #reserve(
    asked: ModelRequest,
    prices: PriceList | undefined,
  ): Promise<{ request: ModelRequest; reserved: Spent }> {
    // A call before this one in the turn has left more than is said.
    await this.settleNow();
    const worst = worstCase(asked, prices);
    checkPrice(this.#job, asked.model, prices);
    const reserved = amountOf(worst);
    if (this.#later?.covers(this.#countedOf(reserved))) return { request: asked, reserved };
    const ahead = this.#later?.takeAhead();
    if (await this.#write(worst, ahead)) return { request: asked, reserved };
    const job = (await this.#runtime.repositories.jobs.get(this.#job.tenantId, this.#job.jobId)) ?? this.#job;
    const exhausted = exhaustedBy(job, asked.model, worst);
    const maxOutputTokens = outputWithin(job, asked, worst, prices);
    if (maxOutputTokens < Math.min(leastOutputTokens, asked.maxOutputTokens)) throw exhausted;
    const request = { ...asked, maxOutputTokens };
    const lower = worstCase(request, prices);
    if (!(await this.#write(lower, ahead && job.ahead))) throw exhausted;
    this.lowered = exhausted;
    return { request, reserved: amountOf(lower) };
  }

  #write(worst: WorstCase, ahead: Job["ahead"]): Promise<boolean> {
    return reserveCall(this.#job, amountOf(worst), this.#runtime, ahead);
  }

  #countedOf({ outputTokens, ...amounts }: Spent): Counted {
    return this.#job.limits.maxOutputTokens === undefined ? amounts : { ...amounts, outputTokens };
  }

  async #settle(reserved: Spent, cost: Spent): Promise<void> {
    const difference = this.#countedOf({
      tokens: cost.tokens - reserved.tokens,
      usd: roundUsd(cost.usd - reserved.usd),
      outputTokens: cost.outputTokens - reserved.outputTokens,
    });
    if (this.#later === undefined) await this.#note(difference);
    else this.#later.add(difference);
  }

  /** What is left to settle, where no step is recorded that does it. */
  async settleNow(): Promise<void> {
    const owed = this.#later?.take() ?? null;
    if (owed !== null) await this.#note(owed);
  }

  /** An answer is not lost because its cost could not be noted: then the reservation stands. */
  async #note(difference: Owed): Promise<void> {
    const { tenantId, jobId } = this.#job;
    const { repositories, logger } = this.#runtime;
    await repositories.jobs.settle(tenantId, jobId, difference).catch((error: unknown) => {
      logger.error("a call's cost was not recorded", { jobId, ...errorFields(error) });
    });
  }
}

/** @throws ConfigurationInvalid */
export function checkPrice(
  { limits, sharedBudget }: Pick<Job, "limits" | "sharedBudget">,
  model: string,
  prices?: PriceList,
): void {
  if (hasPrice(model, prices)) return;
  if (limits.maxCostUsd !== undefined)
    throw new DroverError("ConfigurationInvalid", `The job's limits.maxCostUsd ${noPrice(model)}.`);
  if (sharedBudget?.dimensions.includes("usd"))
    throw new DroverError("ConfigurationInvalid", `The budget in dollars ${noPrice(model)}.`);
}

/** The end of a loop whose next call would pass a limit. */
export const budgetEnd = ({ message, details }: DroverError): JobEnd => ({
  reason: details.reason === "cost" || details.reason === "budget" ? details.reason : "tokens",
  detail: message.slice(0, 1_000),
  ...(details.blameless === true ? { blameless: true } : {}),
});

const amountOf = ({ tokens, inputTokens, usd }: WorstCase): Spent => ({
  tokens,
  usd: usd ?? 0,
  outputTokens: tokens - inputTokens,
});

/** A reply that tells no usage may have used all. */
function costOf({ usage }: ModelReply, reserved: Spent): Spent {
  const tokens = usage.inputTokens + usage.outputTokens;
  if (tokens === 0) return reserved;
  return { tokens, usd: usage.costUsd ?? reserved.usd, outputTokens: usage.outputTokens };
}

const neverReached: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** A service that answers with an error, or that was not reached, bills nothing; one that fell silent may. */
function wasNotServed(error: unknown): boolean {
  if (!(error instanceof DroverError)) return false;
  if (typeof error.details.status === "number") return true;
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ("code" in at && neverReached.has(at.code)) return true;
  }
  return false;
}

/** How long an answer the rest of the budget has room for. */
function outputWithin(job: Job, asked: ModelRequest, worst: WorstCase, prices?: PriceList): number {
  const { maxTokens, maxCostUsd, maxOutputTokens = Number.POSITIVE_INFINITY } = spendLimits(job);
  const byTokens = Math.min(
    maxTokens - job.spentTokens - worst.inputTokens,
    maxOutputTokens - job.spentOutputTokens,
    asked.maxOutputTokens,
  );
  if (maxCostUsd === undefined || worst.usd === undefined) return Math.floor(byTokens);
  const input = worstCase({ ...asked, maxOutputTokens: 0 }, prices).usd ?? 0;
  const perToken = (worst.usd - input) / asked.maxOutputTokens;
  const byCost = perToken === 0 ? asked.maxOutputTokens : (maxCostUsd - job.spentUsd - input) / perToken;
  return Math.floor(Math.min(byTokens, byCost, asked.maxOutputTokens));
}

const dollars = (usd: number): string => `$${Number(usd.toFixed(6))}`;

function exhaustedBy(job: Job, model: string, worst: WorstCase): DroverError {
  const { limits, spentUsd } = job;
  const { maxTokens, maxCostUsd, maxOutputTokens } = limits;
  const { tokens, outputTokens } = tokenUse(job);
  const output = worst.tokens - worst.inputTokens;
  const over = (reason: "tokens" | "cost", words: string, blameless: boolean): DroverError =>
    new DroverError("BudgetExhausted", words, { details: { reason, blameless } });
  if (maxCostUsd !== undefined && worst.usd !== undefined && roundUsd(spentUsd + worst.usd) > maxCostUsd)
    return over(
      "cost",
      `The job's limits.maxCostUsd is ${dollars(maxCostUsd)}: ${dollars(spentUsd)} are spent, and the next call of '${model}' may cost ${dollars(worst.usd)}.`,
      wasMoved(job),
    );
  if (outputTokens.left < output)
    return over(
      "tokens",
      `The job's limits.maxOutputTokens is ${maxOutputTokens}: ${outputTokens.used} are used, and the next call of '${model}' may write ${output}.`,
      outputTokens.isOverall,
    );
  return over(
    "tokens",
    `The job's limits.maxTokens is ${maxTokens}: ${tokens.used} are used, and the next call of '${model}' may use ${worst.tokens}.`,
    tokens.isOverall,
  );
}
