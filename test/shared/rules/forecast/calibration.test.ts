import { expect, it } from "vitest";
import { calibrate } from "../../../bench/plan/calibrate.ts";

it("of a hundred batches on farms that other code simulates, the bands hold about as many as they say, and the median errs little", () => {
  const { within90, within50, medianError, usdWithin90, usdMedianError } = calibrate(100, 30, 1);
  expect(within90).toBeGreaterThanOrEqual(0.85);
  expect(within90).toBeLessThanOrEqual(0.95);
  expect(within50).toBeGreaterThanOrEqual(0.4);
  expect(within50).toBeLessThanOrEqual(0.65);
  expect(medianError).toBeLessThanOrEqual(0.1);
  expect(usdWithin90).toBeGreaterThanOrEqual(0.8);
  expect(usdMedianError).toBeLessThanOrEqual(0.1);
});
