import { describe, expect, it } from "vitest";
import { addUsage, noUsage, untoldCall, usageOf } from "#agent/model-calls/usage.ts";
import { ModelUsage } from "#shared/contracts/agent/model-settings.ts";

const tokens = {
  inputTokens: 10_000,
  cachedTokens: 8_000,
  cacheWrittenTokens: 1_000,
  outputTokens: 300,
  thinkingTokens: 200,
};

describe("usageOf", () => {
  it("keeps input, cached, cache-written, output and thinking tokens apart, and prices each", () => {
    expect(usageOf(tokens, "claude-sonnet-5-5")).toEqual({
      calls: 1,
      inputTokens: 10_000,
      cachedTokens: 8_000,
      cacheWrittenTokens: 1_000,
      outputTokens: 300,
      thinkingTokens: 200,
      // $2, $0.10, $2.50 and $10 a million.
      costUsd: 0.002 + 0.0008 + 0.0025 + 0.003,
      pricedCalls: 1,
    });
  });

  it("prices a dated snapshot as its model", () => {
    expect(usageOf(tokens, "claude-sonnet-4-5-20250929").costUsd).toBeGreaterThan(0);
  });

  it("says of a model without a price that it has none, rather than that it is free", () => {
    const usage = usageOf(tokens, "practice-1");
    expect(usage).toMatchObject({ calls: 1, inputTokens: 10_000, pricedCalls: 0 });
    expect(usage).not.toHaveProperty("costUsd");
  });

  it("counts a reply that tells no usage as a call", () => {
    expect(usageOf(undefined, "claude-sonnet-5-5")).toEqual(untoldCall);
  });
});

describe("addUsage", () => {
  it("adds up calls with and without a price, and says how many the money is of", () => {
    const priced = usageOf(tokens, "claude-sonnet-5-5");
    const sum = [priced, untoldCall, priced].reduce(addUsage, noUsage);
    expect(sum).toMatchObject({ calls: 3, inputTokens: 20_000, costUsd: 0.0166, pricedCalls: 2 });
    expect(ModelUsage.parse(sum)).toEqual(sum);
  });

  it("has no money when no call has a price", () => {
    expect(addUsage(noUsage, untoldCall)).not.toHaveProperty("costUsd");
  });
});
