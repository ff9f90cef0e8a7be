import type { Quartiles } from "../../contracts/batch/batch-statistics.ts";

/** Between the two values that a share of the sorted ones falls between (R's type 7, the default of R, NumPy and Excel). */
export function interpolated(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}

export function quartiles(values: readonly number[]): Quartiles {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  return {
    count: sorted.length,
    lower: interpolated(sorted, 0.25),
    median: interpolated(sorted, 0.5),
    upper: interpolated(sorted, 0.75),
  };
}

export const median = (values: readonly number[]): number | null => quartiles(values)?.median ?? null;
