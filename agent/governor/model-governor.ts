import { type ModelAllowance, RateLimits } from "#shared/contracts/agent/model-allowance.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Repositories } from "#shared/storage/repositories.ts";
import type { ModelReply } from "../models/model-provider.ts";
import { type AskedModel, allowanceUsed, mostWaitMilliseconds } from "./allowance-used.ts";
import {
  afterRefusal,
  asTold,
  beginGoverning,
  type CallCost,
  isGoverned,
  isShort,
  openFrom,
  savedCalls,
  takeSlots,
} from "./model-allowance.ts";

/** `hadSlot`: the call was given its moment; else nothing was short. */
export interface Permit {
  readonly hadSlot: boolean;
}

/** What whoever asks a model has of it. */
export type Governor = Pick<ModelGovernor, "permit" | "served" | "refused">;

export interface GovernorParts {
  readonly allowances: Repositories["allowances"];
  readonly now: () => Date;
  readonly random: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** What this process knows of a model's allowance. */
interface Known {
  readonly of: AskedModel;
  allowance: ModelAllowance | null;
  readAt: number;
  /** Whoever asks meanwhile waits for it. */
  reading?: Promise<void>;
  /** Calls that were taken ahead, and until when they may be made. */
  ahead: { calls: number; until: number };
  /** The mean of the calls before. */
  each: CallCost;
  /** What calls used beyond what they took. */
  owed: CallCost;
  servedAt: number;
  refusedAt: readonly number[];
  readonly asking: ((at: number | null) => void)[];
  isTaking: boolean;
}

type Change = (allowance: ModelAllowance | null) => ModelAllowance | null;

const readHoldsMilliseconds = 10_000;
const aheadHoldsMilliseconds = 5_000;
const mostAhead = 8;
const mostAtOnce = 100;
const mostTries = 6;
/**
 * A service that tells no limits is limiting when it refuses twice within this, has served within a minute, and asks for less than a
 * minute; else it is away.
 */
const stampedeMilliseconds = 10_000;
const servingMilliseconds = 60_000;
const noCost: CallCost = { inputTokens: 0, outputTokens: 0 };
const firstGuess: CallCost = { inputTokens: 4_000, outputTokens: 300 };

/** Gives calls of models their moments while a service's rate limit is short (docs/decisions/0087-one-allowance-for-all.md). */
export class ModelGovernor {
  readonly #parts: GovernorParts;
  readonly #known = new Map<string, Known>();

  constructor(parts: GovernorParts) {
    this.#parts = parts;
  }

  /**
   * Before a call. One that does not wait takes no moment in the future.
   * @throws AllowanceUsed with the moment at which it may be made
   */
  async permit(asked: AskedModel, { waits }: { readonly waits: boolean }): Promise<Permit> {
    const known = this.#knownOf(asked);
    const now = this.#now();
    if (Math.abs(now - known.readAt) >= readHoldsMilliseconds) known.reading = this.#read(known, now);
    await known.reading;
    if (!isGoverned(known.allowance, now)) return { hadSlot: false };
    if (known.ahead.calls > 0 && now < known.ahead.until) {
      known.ahead = { ...known.ahead, calls: known.ahead.calls - 1 };
      return { hadSlot: true };
    }
    if (!waits && openFrom(known.allowance, now) > now)
      throw allowanceUsed(asked, known.allowance, openFrom(known.allowance, now));
    return this.#takeMoment(known);
  }

  /** After an answer. */
  async served(
    asked: AskedModel,
    { usage, rateLimits }: Pick<ModelReply, "usage" | "rateLimits">,
  ): Promise<void> {
    const known = this.#knownOf(asked);
    const now = this.#now();
    known.servedAt = now;
    if (isGoverned(known.allowance, now)) known.owed = owedAfter(known, usage);
    known.each = meanWith(known.each, usage);
    if (rateLimits === undefined) return;
    if (!isGoverned(known.allowance, now)) {
      if (isShort(rateLimits))
        await this.#change(known, (stored) =>
          isGoverned(stored, now) ? null : this.#begun(known, stored, rateLimits),
        );
      return;
    }
    const buckets = known.allowance.buckets;
    const isNews = Object.entries(rateLimits).some(
      ([lane, { perMinute }]) => buckets[lane as keyof RateLimits]?.told !== perMinute,
    );
    if (isNews) await this.#change(known, (stored) => stored && asTold(stored, rateLimits, now));
  }

  /** After a call that failed: the error to continue with when it was refused for its rate, else null. */
  async refused(
    asked: AskedModel,
    error: unknown,
    { hadSlot, waits }: Permit & { readonly waits: boolean },
  ): Promise<DroverError | null> {
    if (!(error instanceof DroverError) || error.code !== "ModelOverloaded" || error.details.status !== 429)
      return null;
    const known = this.#knownOf(asked);
    const now = this.#now();
    known.refusedAt = [...known.refusedAt, now].filter((at) => isWithin(now - at, stampedeMilliseconds));
    const limits = RateLimits.safeParse(error.details.rateLimits).data;
    const said = error.details.retryAfterSeconds;
    const retryAfterSeconds = typeof said === "number" ? said : 1;
    const isLimiting =
      known.refusedAt.length > 1 &&
      isWithin(now - known.servedAt, servingMilliseconds) &&
      retryAfterSeconds * 1_000 < servingMilliseconds;
    if (limits === undefined && !isLimiting && !isGoverned(known.allowance, now)) return null;
    if (retryAfterSeconds * 1_000 > mostWaitMilliseconds) return null;
    const refusal = { limits, retryAfterSeconds, hadSlot };
    known.ahead = { calls: 0, until: 0 };
    await this.#change(known, (stored) => {
      const governed = isGoverned(stored, now) ? stored : this.#begun(known, stored, limits);
      return afterRefusal(governed, refusal, now);
    });
    if (!isGoverned(known.allowance, now)) return null;
    if (!waits) return allowanceUsed(asked, known.allowance, openFrom(known.allowance, now));
    return this.#takeMoment(known).then(
      // There is room at once: the turn asks again.
      () => allowanceUsed(asked, known.allowance, this.#now()),
      (used: unknown) => (used instanceof DroverError ? used : null),
    );
  }

  #now(): number {
    return this.#parts.now().getTime();
  }

  #knownOf(of: AskedModel): Known {
    const id = `${of.tenantId} ${of.service} ${of.model}`;
    const found = this.#known.get(id);
    if (found !== undefined) return found;
    const known: Known = {
      of,
      allowance: null,
      readAt: Number.NEGATIVE_INFINITY,
      ahead: { calls: 0, until: 0 },
      each: firstGuess,
      owed: noCost,
      servedAt: Number.NEGATIVE_INFINITY,
      refusedAt: [],
      asking: [],
      isTaking: false,
    };
    this.#known.set(id, known);
    return known;
  }

  async #read(known: Known, now: number): Promise<void> {
    known.readAt = now;
    const { tenantId, service, model } = known.of;
    const stored = await this.#parts.allowances.get(tenantId, service, model);
    if ((stored?.revision ?? 0) >= (known.allowance?.revision ?? 0)) known.allowance = stored;
  }

  #begun(
    { of, allowance }: Known,
    stored: ModelAllowance | null,
    limits: RateLimits | undefined,
  ): ModelAllowance {
    const revision = (stored ?? allowance)?.revision ?? 0;
    return beginGoverning({ ...of, revision }, limits, this.#now());
  }

  /** The next free moment, with whoever else asks in this process now. @throws AllowanceUsed when it is not now */
  async #takeMoment(known: Known): Promise<Permit> {
    const at = await new Promise<number | null>((resolve) => {
      known.asking.push(resolve);
      if (!known.isTaking) void this.#takeForAll(known);
    });
    // Too many processes took at once: the service says itself when it is too much.
    if (at === null || known.allowance === null) return { hadSlot: false };
    if (at <= this.#now()) return { hadSlot: true };
    throw allowanceUsed(known.of, known.allowance, at);
  }

  async #takeForAll(known: Known): Promise<void> {
    known.isTaking = true;
    try {
      // Whoever asks in the same moment is in.
      await Promise.resolve();
      while (known.asking.length > 0) {
        const asking = known.asking.splice(0, mostAtOnce);
        const at = await this.#takeCalls(known, asking.length).catch(() => []);
        for (const [index, tell] of asking.entries()) tell(at[index] ?? null);
      }
    } finally {
      known.isTaking = false;
    }
  }

  async #takeCalls(known: Known, asked: number): Promise<readonly number[]> {
    const { owed, each } = known;
    let at: readonly number[] = [];
    let more = 0;
    const done = await this.#change(known, (stored) => {
      if (stored === null) return null;
      const now = this.#now();
      more = Math.min(mostAhead - 1, Math.floor(Math.max(0, savedCalls(stored, now) - asked) / 4));
      const slots = takeSlots(stored, { calls: asked + more, each, owed }, now);
      at = slots.at;
      return slots.allowance;
    });
    if (!done) return [];
    known.owed = minus(known.owed, owed);
    if (more > 0) known.ahead = { calls: more, until: this.#now() + aheadHoldsMilliseconds };
    return at;
  }

  /** False when others were quicker again and again. `change` answers null for what may stay. */
  async #change(known: Known, change: Change): Promise<boolean> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const stored = known.allowance;
      const changed = change(stored);
      if (changed === null) return true;
      const next = { ...changed, revision: changed.revision + 1 };
      if (await this.#parts.allowances.write(next, changed.revision)) {
        known.allowance = next;
        known.readAt = this.#now();
        return true;
      }
      await this.#parts.sleep(this.#parts.random() * 20 * tries);
      await this.#read(known, this.#now());
    }
    return false;
  }
}

const isWithin = (passed: number, milliseconds: number): boolean => passed >= 0 && passed < milliseconds;

type Used = Pick<ModelReply["usage"], "inputTokens" | "outputTokens">;

const minus = (a: CallCost, b: CallCost): CallCost => ({
  inputTokens: a.inputTokens - b.inputTokens,
  outputTokens: a.outputTokens - b.outputTokens,
});

const owedAfter = ({ owed, each }: Known, { inputTokens, outputTokens }: Used): CallCost => ({
  inputTokens: owed.inputTokens + inputTokens - each.inputTokens,
  outputTokens: owed.outputTokens + outputTokens - each.outputTokens,
});

const meanWith = (each: CallCost, { inputTokens, outputTokens }: Used): CallCost => ({
  inputTokens: each.inputTokens * 0.8 + inputTokens * 0.2,
  outputTokens: each.outputTokens * 0.8 + outputTokens * 0.2,
});
