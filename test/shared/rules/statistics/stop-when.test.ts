import { expect, test } from "vitest";
import { halfWidth, hasAgreed } from "#shared/rules/statistics/stop-when.ts";

test("three that ended alike in a row have agreed, whatever came before", () => {
  expect(hasAgreed(["failed", "succeeded", "succeeded", "succeeded"], 3)).toBe(true);
  expect(hasAgreed(["succeeded", "failed", "succeeded", "succeeded"], 3)).toBe(false);
  expect(hasAgreed(["failed", "failed"], 3)).toBe(false);
});

test("what the farm or a person ended neither agrees nor disagrees", () => {
  expect(hasAgreed(["failed", "inconclusive", "failed", "cancelled", "failed"], 3)).toBe(true);
  expect(hasAgreed(["inconclusive", "inconclusive", "inconclusive"], 3)).toBe(false);
});

test("half a rate is known to 3 points after 1,064 runs, and nothing is known of none", () => {
  expect(halfWidth(532, 1_064)).toBeLessThanOrEqual(0.03);
  expect(halfWidth(530, 1_060)).toBeGreaterThan(0.03);
  expect(halfWidth(0, 0)).toBe(0.5);
});
