import { median } from "#shared/rules/statistics/quartiles.ts";

/** How much a figure must rise to count as risen. */
export interface RiseRule {
  /** To so much of what is usual. */
  readonly factor: number;
  /** And by so much. */
  readonly least: number;
}

export interface Rise {
  readonly usual: number;
  readonly now: number;
  readonly threshold: number;
}

/** From this many values on, their spread defines noise; with fewer values only a much larger rise counts. */
const enough = 4;
const factorOfFew = 2;
/** Of the median absolute deviation, which makes a standard deviation of normal values of it. */
const toDeviation = 1.4826;
const deviations = 3;

/** Null: it is within what it was before. */
export function significantRise(
  now: number,
  earlier: readonly number[],
  { factor, least }: RiseRule,
): Rise | null {
  const usual = median(earlier);
  if (usual === null) return null;
  const spread = median(earlier.map((value) => Math.abs(value - usual))) ?? 0;
  const threshold =
    earlier.length < enough
      ? Math.max(usual * Math.max(factor, factorOfFew), usual + least)
      : Math.max(usual * factor, usual + least, usual + deviations * toDeviation * spread);
  return now > threshold ? { usual, now, threshold } : null;
}
