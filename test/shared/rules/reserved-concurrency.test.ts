import fc from "fast-check";
import { expect, it } from "vitest";
import { reservedConcurrency, type Scale } from "#shared/rules/reserved-concurrency.ts";

it("keeps a share for the functions that must run, and bounds the one that asks models", () => {
  expect(Object.fromEntries(reservedConcurrency(1_000, "large"))).toEqual({
    "predict-action": 360,
    "map-error": 72,
    "finish-job": 72,
    "finish-workflow": 18,
    "settle-role": 18,
    "finish-roles": 18,
    "sweep-executions": 9,
    "run-schedule": 9,
    "end-execution": 18,
    "fail-dead-letters": 18,
    "deliver-webhooks": 27,
    api: 135,
  });
});

/** Of what two for each function and the shares of a little leave no room for. */
const tooLittle = 150;

function expectFits(account: number): void {
  const reserved = reservedConcurrency(account, "large");
  const sum = [...reserved.values()].reduce((total, count) => total + count, 0);
  expect(sum).toBeLessThanOrEqual(account - 100);
  expect(Math.min(...reserved.values())).toBeGreaterThanOrEqual(2);
}

it("never reserves what Lambda keeps for others", () => {
  fc.assert(fc.property(fc.integer({ min: tooLittle + 1, max: 20_000 }), expectFits));
  for (let account = tooLittle + 1; account < 1_000; account += 1) expectFits(account);
});

it("reserves of an account that has little what fits, or says what to ask for", () => {
  for (let account = 10; account <= tooLittle; account += 1) {
    try {
      expectFits(account);
    } catch (error) {
      expect(String(error)).toMatch(
        /accountConcurrency \d+ is too low for scale=large.*Service Quotas.*scale=small/s,
      );
    }
  }
});

it("reserves a quarter for a medium deployment, so that four fit, and nothing for a small one", () => {
  const sum = (scale: Scale) => [...reservedConcurrency(1_000, scale).values()].reduce((a, b) => a + b, 0);
  expect([sum("large"), sum("medium"), sum("small")]).toEqual([774, 189, 0]);
  expect(reservedConcurrency(10, "small")).toEqual(new Map());
});

it("refuses a new account's ten", () => {
  expect(() => reservedConcurrency(10, "large")).toThrow(/accountConcurrency 10 is too low/);
});
