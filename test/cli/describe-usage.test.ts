import { describe, expect, it } from "vitest";
import { noUsage, noUsageByRole } from "#agent/model-calls/usage.ts";
import { describeRoles, describeUsage } from "../../cli/describe-usage.ts";

const used = {
  ...noUsage,
  calls: 12,
  inputTokens: 24_310,
  cachedTokens: 18_232,
  outputTokens: 812,
  thinkingTokens: 300,
};

describe("describeUsage", () => {
  it("says tokens with the cache's share, and dollars", () => {
    expect(describeUsage({ ...used, costUsd: 0.03124, pricedCalls: 12 })).toBe(
      "12 calls, 24,310 tokens in (75 % from the cache), 812 out (300 of them thinking), $0.0312",
    );
  });

  it.each([
    [{ costUsd: 0.03124, pricedCalls: 10 }, /\$0\.0312 without 2 calls whose price is unknown/],
    [{}, /, price unknown$/],
    [{ costUsd: 0.000_04, pricedCalls: 12 }, /, less than \$0\.0001$/],
    [{ costUsd: 12.345, pricedCalls: 12 }, /, \$12\.3[45]$/],
  ])("is honest about money it does not know: %j", (money, said) => {
    expect(describeUsage({ ...used, ...money })).toMatch(said);
  });

  it("says that no model was asked", () => {
    expect(describeUsage(noUsage)).toBe("not asked");
  });
});

describe("describeRoles", () => {
  it("[spec R2] tells each role that was asked, in the order of the roles", () => {
    const roles = { ...noUsageByRole, planner: { ...used, calls: 1 }, agent: { ...used, calls: 11 } };
    expect(describeRoles(roles)).toEqual([
      ["agent", expect.stringMatching(/^11 calls, /)],
      ["planner", expect.stringMatching(/^1 call, /)],
    ]);
  });

  it("says nothing that the whole has said", () => {
    expect(describeRoles({ ...noUsageByRole, agent: used })).toEqual([]);
    expect(describeRoles({})).toEqual([]);
  });
});
