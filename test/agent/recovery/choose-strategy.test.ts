import { describe, expect, it } from "vitest";
import { chooseStrategy, strategyWords } from "#agent/recovery/choose-strategy.ts";
import { FailureCategory, RecoveryStrategy } from "#shared/contracts/recovery/recovery.ts";

const ladder = (category: FailureCategory) =>
  [0, 1, 2, 3].map((attempts) => chooseStrategy({ category, attempts, feasible: true }));

describe("recovery strategies", () => {
  it("[spec E6] go from the likeliest for the category to what is left, plan by plan", () => {
    expect(ladder("element_not_found")).toEqual([
      "retry_with_variations",
      "alternative_path",
      "graceful_degradation",
      "graceful_degradation",
    ]);
    expect(ladder("timeout")[0]).toBe("wait_and_retry");
    expect(ladder("system_error")[0]).toBe("alternative_path");
  });

  it("[spec E6] tell a person when nothing on the screen can help, and use all five", () => {
    const infeasible = chooseStrategy({ category: "timeout", attempts: 0, feasible: false });
    expect(infeasible).toBe("notify_user");
    const used = new Set([...FailureCategory.options.flatMap(ladder), infeasible]);
    expect(used).toEqual(new Set(RecoveryStrategy.options));
    expect(Object.keys(strategyWords).sort()).toEqual([...RecoveryStrategy.options].sort());
  });
});
