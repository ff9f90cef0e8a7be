import type { PairedTest } from "../../contracts/batch/batch-comparison.ts";
import { seededRandom } from "./seeded-random.ts";

/** So many differing tasks are tried with all their signs: 65,536 sums. */
const mostEnumerated = 16;
const samples = 20_000;
const seed = 20_240_101;
/** Sums of fractions that are equal in arithmetic may differ in their last digits. */
const tolerance = 1e-9;

/**
 * McNemar's exact test, two-sided: with no difference between the sides a task that only one of them did is as likely the
 * one's as the other's, so twice the smaller tail of the binomial distribution (Q. McNemar, Psychometrika 12, 1947).
 */
export function mcnemar(fixed: number, broken: number): number {
  const differing = fixed + broken;
  // C(n, i) / 2^n, from the logarithm so that 2^n does not overflow.
  let logarithm = -differing * Math.LN2;
  let tail = 0;
  for (let i = 0; i <= Math.min(fixed, broken); i += 1) {
    tail += Math.exp(logarithm);
    logarithm += Math.log(differing - i) - Math.log(i + 1);
  }
  return Math.min(1, 2 * tail);
}

/**
 * Fisher's sign-flip test, two-sided: with no difference each task's difference could as well have had the other sign. The
 * share of all ways to set the signs whose sum is at least as far from zero; of drawn ways where there are too many, the
 * one observed among them, so that it is never zero (B. Phipson and G. K. Smyth, SAGMB 9, 2010).
 */
export function signFlip(differences: readonly number[]): Pick<PairedTest, "method" | "pValue"> {
  const sizes = differences.filter((one) => one !== 0).map(Math.abs);
  const observed = Math.abs(differences.reduce((sum, one) => sum + one, 0)) - tolerance;
  if (sizes.length <= mostEnumerated) return { method: "signFlip", pValue: enumerated(sizes, observed) };
  const random = seededRandom(seed);
  let extreme = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    let sum = 0;
    for (const size of sizes) sum += random() < 0.5 ? size : -size;
    if (Math.abs(sum) >= observed) extreme += 1;
  }
  return { method: "signFlipSampled", pValue: (extreme + 1) / (samples + 1) };
}

function enumerated(sizes: readonly number[], observed: number): number {
  let sums: readonly number[] = [0];
  for (const size of sizes) sums = sums.flatMap((sum) => [sum + size, sum - size]);
  return sums.filter((sum) => Math.abs(sum) >= observed).length / sums.length;
}
