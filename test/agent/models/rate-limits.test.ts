import { expect, it } from "vitest";
import { anthropicRateLimits, openAiRateLimits } from "#agent/models/rate-limits.ts";

const now = Date.parse("2026-01-01T00:00:00.000Z");

it("reads what Anthropic says of requests and of tokens read and written", () => {
  const headers = new Headers({
    "anthropic-ratelimit-requests-limit": "50",
    "anthropic-ratelimit-requests-remaining": "12",
    "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:46Z",
    "anthropic-ratelimit-input-tokens-limit": "30000",
    "anthropic-ratelimit-input-tokens-remaining": "29000",
    "anthropic-ratelimit-input-tokens-reset": "2026-01-01T00:00:02Z",
  });
  expect(anthropicRateLimits(headers, now)).toEqual({
    requests: { limit: 50, remaining: 12, perMinute: 50 },
    inputTokens: { limit: 30_000, remaining: 29_000, perMinute: 30_000 },
  });
});

it("reads what OpenAI says, and takes a limit that is whole again much later for that of a longer time", () => {
  const headers = new Headers({
    "x-ratelimit-limit-requests": "200",
    "x-ratelimit-remaining-requests": "199",
    "x-ratelimit-reset-requests": "7m12s",
    "x-ratelimit-limit-tokens": "150000",
    "x-ratelimit-remaining-tokens": "149984",
    "x-ratelimit-reset-tokens": "6ms",
  });
  expect(openAiRateLimits(headers, now)).toEqual({
    requests: { limit: 200, remaining: 199, perMinute: 60 / 432 },
    tokens: { limit: 150_000, remaining: 149_984, perMinute: 150_000 },
  });
});

it("reads nothing where a service says nothing, or no number", () => {
  expect(anthropicRateLimits(new Headers(), now)).toBeUndefined();
  expect(anthropicRateLimits(undefined, now)).toBeUndefined();
  expect(openAiRateLimits(new Headers({ "x-ratelimit-limit-requests": "many" }), now)).toBeUndefined();
});
