import type { AllowanceLane, RateLimits } from "#shared/contracts/agent/model-allowance.ts";

interface HeadersOf {
  readonly limit: string;
  readonly remaining: string;
  readonly reset: string;
}

const anthropicLane = (name: string): HeadersOf => ({
  limit: `anthropic-ratelimit-${name}-limit`,
  remaining: `anthropic-ratelimit-${name}-remaining`,
  reset: `anthropic-ratelimit-${name}-reset`,
});

/** As Anthropic names them; `reset` is a date. */
const anthropicLanes: Readonly<Partial<Record<AllowanceLane, HeadersOf>>> = {
  requests: anthropicLane("requests"),
  tokens: anthropicLane("tokens"),
  inputTokens: anthropicLane("input-tokens"),
  outputTokens: anthropicLane("output-tokens"),
};

const openAiLane = (name: string): HeadersOf => ({
  limit: `x-ratelimit-limit-${name}`,
  remaining: `x-ratelimit-remaining-${name}`,
  reset: `x-ratelimit-reset-${name}`,
});

/** As OpenAI names them; `reset` is a time such as `6m0s`. */
const openAiLanes: Readonly<Partial<Record<AllowanceLane, HeadersOf>>> = {
  requests: openAiLane("requests"),
  tokens: openAiLane("tokens"),
};

type Read = (headers: Pick<Headers, "get"> | undefined, now: number) => RateLimits | undefined;

const readingFrom =
  (lanes: Readonly<Partial<Record<AllowanceLane, HeadersOf>>>): Read =>
  (headers, now) => {
    if (headers === undefined) return undefined;
    const told = Object.entries(lanes).flatMap(([lane, names]) => {
      const limit = Number(headers.get(names.limit) ?? "");
      const remaining = Number(headers.get(names.remaining) ?? "none");
      if (!(limit > 0) || !(remaining >= 0)) return [];
      const resetSeconds = secondsUntil(headers.get(names.reset), now);
      return [[lane, { limit, remaining, perMinute: perMinute(limit, remaining, resetSeconds) }]];
    });
    return told.length === 0 ? undefined : Object.fromEntries(told);
  };

export const anthropicRateLimits = readingFrom(anthropicLanes);
export const openAiRateLimits = readingFrom(openAiLanes);

/** Limits are a minute's, but for those that take longer to be whole again: of a day, for an account on trial. */
const longestMinuteSeconds = 120;

function perMinute(limit: number, remaining: number, resetSeconds: number | undefined): number {
  if (resetSeconds === undefined || resetSeconds <= longestMinuteSeconds) return limit;
  return (Math.max(1, limit - remaining) * 60) / resetSeconds;
}

const secondsOf = { h: 3_600, m: 60, s: 1, ms: 0.001 } as const;

function secondsUntil(reset: string | null, now: number): number | undefined {
  if (reset === null) return undefined;
  const parts = [...reset.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (parts.length > 0 && parts.map(([text]) => text).join("") === reset)
    return parts.reduce(
      (sum, [, amount, unit]) => sum + Number(amount) * secondsOf[unit as keyof typeof secondsOf],
      0,
    );
  const date = Date.parse(reset);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}
