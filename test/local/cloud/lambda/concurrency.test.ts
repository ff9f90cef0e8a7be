import { expect, it } from "vitest";
import { Concurrency } from "#local/cloud/lambda/concurrency.ts";
import { functionNames } from "#shared/contracts/functions/functions.ts";
import { reservedConcurrency, usualAccountConcurrency } from "#shared/rules/reserved-concurrency.ts";

const reserved = reservedConcurrency(usualAccountConcurrency, "large");
const opened = () => new Concurrency(usualAccountConcurrency, reserved);

/** Begins a function until it is throttled; how often that was, and why not once more. */
function fill(concurrency: Concurrency, name: string) {
  let count = 0;
  for (let why = concurrency.throttle(name); ; why = concurrency.throttle(name)) {
    if (why !== null) return { count, why };
    concurrency.begin(name);
    count += 1;
  }
}

it("models that never answer leave the API, MapError and FinishJob their own executions", () => {
  const concurrency = opened();
  expect(fill(concurrency, "predict-action")).toEqual({
    count: 360,
    why: "ReservedFunctionConcurrentInvocationLimitExceeded",
  });
  for (const [name, own] of reserved)
    if (name !== "predict-action") expect([name, fill(concurrency, name).count]).toEqual([name, own]);
  expect(concurrency.throttle("verify-step")).toBeNull();
});

it("functions without executions of their own share what is left, and take nothing of the others'", () => {
  const concurrency = opened();
  const left = usualAccountConcurrency - [...reserved.values()].reduce((sum, own) => sum + own, 0);
  expect(fill(concurrency, "make-plan")).toEqual({ count: left, why: "ConcurrentInvocationLimitExceeded" });
  for (const name of functionNames)
    expect([name, concurrency.throttle(name) === null]).toEqual([name, reserved.has(name)]);
});

it("what has ended makes room again, where it was", () => {
  const concurrency = opened();
  fill(concurrency, "predict-action");
  concurrency.end("predict-action");
  expect(fill(concurrency, "predict-action").count).toBe(1);
});
