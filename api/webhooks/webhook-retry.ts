/** After the first try, the second and so on: a little less than a day in all, so that an outage of a night is bridged. */
const pausesSeconds = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 36_000] as const;

/** So many tries are made of a delivery. */
export const mostTries = pausesSeconds.length + 1;

/** Spreads retries, so that not all start at the same moment. */
const jitterShare = 0.2;

/** How long to wait after this many tries, 1 for the first; null: it was the last. `random`: from 0 to 1. */
export function pauseAfter(tries: number, random: number): number | null {
  const pause = pausesSeconds[tries - 1];
  return pause === undefined ? null : pause * 1_000 * (1 - jitterShare + 2 * jitterShare * random);
}

/** A webhook without a successful delivery for this long is disabled when another delivery fails. */
export const disabledAfterMilliseconds = 3 * 86_400_000;
