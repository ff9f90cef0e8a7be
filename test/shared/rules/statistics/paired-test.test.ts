import fc from "fast-check";
import { expect, test } from "vitest";
import { mcnemar, signFlip } from "#shared/rules/statistics/paired-test.ts";

test("nine fixed and one broken is p = 22/1024", () => {
  expect(mcnemar(9, 1)).toBeCloseTo(22 / 1024, 12);
  expect(mcnemar(1, 9)).toBeCloseTo(22 / 1024, 12);
  expect(mcnemar(5, 0)).toBeCloseTo(2 / 32, 12);
  expect(mcnemar(3, 3)).toBe(1);
  expect(mcnemar(0, 0)).toBe(1);
});

test("thousands of tasks overflow nothing", () => {
  expect(mcnemar(2_600, 2_400)).toBeGreaterThan(0.004);
  expect(mcnemar(2_600, 2_400)).toBeLessThan(0.006);
});

test("McNemar's p is the share of all tosses of a coin for each task that differs", () => {
  fc.assert(
    fc.property(fc.nat(6), fc.nat(6), (fixed, broken) => {
      const count = fixed + broken;
      const tosses = Array.from({ length: 2 ** count }, (_, bits) =>
        Array.from({ length: count }, (__, at) => (bits >> at) & 1).reduce<number>(
          (sum, bit) => sum + bit,
          0,
        ),
      );
      const far = tosses.filter((heads) => Math.abs(2 * heads - count) >= Math.abs(fixed - broken));
      expect(mcnemar(fixed, broken)).toBeCloseTo(far.length / tosses.length, 10);
    }),
    { seed: 5 },
  );
});

test("with one run of each task the sign-flip test is McNemar's", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(-1, 0, 1), { maxLength: 16 }), (differences) => {
      const count = (sign: number): number => differences.filter((one) => one === sign).length;
      expect(signFlip(differences).pValue).toBeCloseTo(mcnemar(count(1), count(-1)), 10);
    }),
    { seed: 6 },
  );
});

test("three tasks that got better by a half, a third and a quarter: two of eight signs are as far", () => {
  expect(signFlip([1 / 2, 1 / 3, 1 / 4])).toEqual({ method: "signFlip", pValue: 0.25 });
  expect(signFlip([1 / 2, -1 / 3, 1 / 4]).pValue).toBe(0.75);
  expect(signFlip([])).toEqual({ method: "signFlip", pValue: 1 });
});

/** How often each sum of signed whole numbers comes, by adding one number after the other. */
function exactByCounting(fifths: readonly number[]): number {
  let ways = new Map([[0, 1]]);
  for (const one of fifths) {
    const next = new Map<number, number>();
    for (const [sum, count] of ways)
      for (const signed of [sum + one, sum - one]) next.set(signed, (next.get(signed) ?? 0) + count);
    ways = next;
  }
  const observed = Math.abs(fifths.reduce((sum, one) => sum + one, 0));
  const far = [...ways].filter(([sum]) => Math.abs(sum) >= observed);
  return far.reduce((sum, [, count]) => sum + count, 0) / 2 ** fifths.length;
}

test("for many tasks drawn signs come within a percent of all signs, the same each time", () => {
  const fifths = Array.from({ length: 40 }, (_, at) => (at % 3 === 0 ? -((at % 4) + 1) : (at % 5) + 1));
  const differences = fifths.map((one) => one / 5);
  const sampled = signFlip(differences);
  expect(sampled.method).toBe("signFlipSampled");
  expect(Math.abs((sampled.pValue ?? 0) - exactByCounting(fifths))).toBeLessThan(0.01);
  expect(signFlip(differences)).toEqual(sampled);
});
