import type { Interval, Quartiles } from "#shared/contracts/batch/batch-statistics.ts";

/** What is not known is a dash, never a 0. */
const unknown = "-";

export const percent = (share: number | null): string =>
  share === null ? unknown : `${(share * 100).toFixed(1)} %`;

export const percents = ({ low, high }: Interval): string =>
  `${(low * 100).toFixed(0)}-${(high * 100).toFixed(0)} %`;

export const dollars = (usd: number | null): string =>
  usd === null ? unknown : `$${usd.toFixed(usd === 0 || usd >= 1 ? 2 : 4)}`;

/** `1 job`, `2,000 jobs`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Three digits of it: 1.23 k, 45.6 k. */
export const amount = (value: number): string =>
  value >= 1_000_000
    ? `${(value / 1_000_000).toPrecision(3)} M`
    : value >= 1_000
      ? `${(value / 1_000).toPrecision(3)} k`
      : String(Number(value.toFixed(1)));

/** The median and, in brackets, the quartiles. */
export const spread = (values: Quartiles, written: (value: number) => string): string =>
  values === null ? unknown : `${written(values.median)} (${written(values.lower)}-${written(values.upper)})`;

/** Of a p-value: three digits, or that it is smaller. */
export const probability = (value: number | null): string =>
  value === null ? unknown : value < 0.001 ? "< 0.001" : value.toFixed(3);
