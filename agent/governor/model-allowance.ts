import {
  type AllowanceBucket,
  AllowanceLane,
  type ModelAllowance,
  type RateLimits,
} from "#shared/contracts/agent/model-allowance.ts";

type Buckets = ModelAllowance["buckets"];

/** Of what is not used, so much time's worth is saved up for later: a service's own bucket holds a minute's. */
const savedMilliseconds = 15_000;
/** A little is left to the service's other users, and to calls that arrive in another order than they began. */
const usedShare = 0.97;
/** Calls take from it for so long after there was too little. */
const governedMilliseconds = 120_000;
/** A limit is short when less than this of it is left. */
const plenty = 0.5;
/** Where no service says its limit, this is tried first. */
const firstGuessPerMinute = 60;
/** Between two changes of a rate. */
const adaptMilliseconds = 10_000;

const lanesOf = (buckets: Buckets): [AllowanceLane, AllowanceBucket][] =>
  AllowanceLane.options.flatMap((lane) => {
    const bucket = buckets[lane];
    return bucket === undefined ? [] : [[lane, bucket] as [AllowanceLane, AllowanceBucket]];
  });

const eachBucket = (
  buckets: Buckets,
  change: (bucket: AllowanceBucket, lane: AllowanceLane) => AllowanceBucket,
): Buckets => Object.fromEntries(lanesOf(buckets).map(([lane, bucket]) => [lane, change(bucket, lane)]));

export const isShort = (limits: RateLimits): boolean =>
  Object.values(limits).some(({ limit, remaining }) => remaining < limit * plenty);

export type NewAllowance = Pick<ModelAllowance, "tenantId" | "service" | "model" | "revision">;

/** Calls of the model take from it from now on. `limits`: what the service says, if it says anything. */
export function beginGoverning(
  of: NewAllowance,
  limits: RateLimits | undefined,
  now: number,
): ModelAllowance {
  const told = Object.entries(limits ?? {}).map(([lane, { perMinute, remaining }]) => {
    const rate = perMinute * usedShare;
    const openAt = now - Math.min(savedMilliseconds, (remaining * 60_000) / rate);
    return [lane, { perMinute: rate, told: perMinute, openAt }];
  });
  const guessed = [["requests", { perMinute: firstGuessPerMinute, openAt: now }]];
  const { tenantId, service, model, revision } = of;
  return {
    tenantId,
    service,
    model,
    revision,
    buckets: Object.fromEntries(told.length === 0 ? guessed : told),
    pausedUntil: 0,
    adaptedAt: now,
    governedUntil: now + governedMilliseconds,
  };
}

export const isGoverned = (allowance: ModelAllowance | null, now: number): allowance is ModelAllowance =>
  allowance !== null && now < allowance.governedUntil;

/** What a call takes of each bucket. */
export interface CallCost {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const costIn = (lane: AllowanceLane, { inputTokens, outputTokens }: CallCost, calls: number): number =>
  lane === "requests"
    ? calls
    : lane === "tokens"
      ? inputTokens + outputTokens
      : lane === "inputTokens"
        ? inputTokens
        : outputTokens;

/** When a call that asks now may be made. */
export const openFrom = ({ buckets, pausedUntil }: ModelAllowance, now: number): number =>
  Math.max(now, pausedUntil, ...lanesOf(buckets).map(([, { openAt }]) => openAt));

/** `calls` 0: what calls before used beyond what they took. */
function charge(allowance: ModelAllowance, at: number, cost: CallCost, calls: number): ModelAllowance {
  const buckets = eachBucket(allowance.buckets, (bucket, lane) => ({
    ...bucket,
    openAt:
      Math.max(bucket.openAt, at - savedMilliseconds) +
      (costIn(lane, cost, calls) * 60_000) / bucket.perMinute,
  }));
  return { ...allowance, buckets };
}

export interface Slots {
  readonly allowance: ModelAllowance;
  /** When each of the calls may be made, in the order in which they asked: nobody overtakes. */
  readonly at: readonly number[];
}

/** Gives so many calls their places. `owed`: what calls before used beyond what they took. */
export function takeSlots(
  stored: ModelAllowance,
  { calls, each, owed }: { readonly calls: number; readonly each: CallCost; readonly owed: CallCost },
  now: number,
): Slots {
  let allowance = charge(raised(stored, now), now, owed, 0);
  const at: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const from = openFrom(allowance, now);
    at.push(from);
    allowance = charge(allowance, from, each, 1);
  }
  const last = at.at(-1) ?? now;
  const isPlenty =
    last <= now && lanesOf(allowance.buckets).every(([, { openAt }]) => openAt < now - savedMilliseconds / 2);
  const governedUntil = isPlenty ? allowance.governedUntil : Math.max(last, now) + governedMilliseconds;
  return { allowance: { ...allowance, governedUntil }, at };
}

/** Slowly up again, as long as nothing was refused: to what the service says, and without a word of it on and on. */
function raised(allowance: ModelAllowance, now: number): ModelAllowance {
  const times = Math.min(6, Math.floor((now - allowance.adaptedAt) / adaptMilliseconds));
  if (times <= 0) return allowance;
  const buckets = eachBucket(allowance.buckets, (bucket) => {
    const { perMinute, told } = bucket;
    if (told === undefined) return { ...bucket, perMinute: perMinute + times * Math.max(1, perMinute / 20) };
    return { ...bucket, perMinute: Math.min(told * usedShare, perMinute + (times * told) / 20) };
  });
  return { ...allowance, buckets, adaptedAt: now };
}

export interface Refused {
  readonly limits?: RateLimits | undefined;
  readonly retryAfterSeconds: number;
  /** It had its place, and was refused all the same: the rate is too high. */
  readonly hadSlot: boolean;
}

/** A 429: nobody asks before the service's pause is over, and then one after the other; a rate that was kept is lowered. */
export function afterRefusal(
  stored: ModelAllowance,
  { limits, retryAfterSeconds, hadSlot }: Refused,
  now: number,
): ModelAllowance {
  const allowance = limits === undefined ? stored : asTold(stored, limits, now);
  const pausedUntil = Math.max(allowance.pausedUntil, now + retryAfterSeconds * 1_000);
  const lowers = hadSlot && now - allowance.adaptedAt >= adaptMilliseconds / 2;
  const buckets = eachBucket(allowance.buckets, (bucket) => ({
    ...bucket,
    perMinute: lowers
      ? Math.max(1, bucket.perMinute * (bucket.told === undefined ? 0.7 : 0.9))
      : bucket.perMinute,
    openAt: Math.max(bucket.openAt, pausedUntil),
  }));
  return {
    ...allowance,
    buckets,
    pausedUntil,
    adaptedAt: lowers ? now : allowance.adaptedAt,
    governedUntil: Math.max(allowance.governedUntil, pausedUntil + governedMilliseconds),
  };
}

/** The service says another limit than before, or one where it said none. */
export function asTold(allowance: ModelAllowance, limits: RateLimits, now: number): ModelAllowance {
  const told = beginGoverning(allowance, limits, now).buckets;
  const buckets = Object.fromEntries(
    lanesOf(told).map(([lane, bucket]) => {
      const before = allowance.buckets[lane];
      if (before === undefined) return [lane, bucket];
      if (before.told === bucket.told) return [lane, before];
      return [lane, { ...bucket, openAt: Math.max(before.openAt, bucket.openAt) }];
    }),
  );
  return { ...allowance, buckets: { ...allowance.buckets, ...buckets } };
}

/** So many calls may be made at once; some of them may be taken ahead. */
export const savedCalls = ({ buckets, pausedUntil }: ModelAllowance, now: number): number => {
  if (pausedUntil > now) return 0;
  const saved = lanesOf(buckets).map(([lane, { openAt, perMinute }]) => {
    const worth = Math.min(savedMilliseconds, now - openAt) / 60_000;
    return lane === "requests" ? worth * perMinute : worth > 0.05 ? Number.POSITIVE_INFINITY : 0;
  });
  return Math.max(0, Math.floor(Math.min(...saved)));
};
