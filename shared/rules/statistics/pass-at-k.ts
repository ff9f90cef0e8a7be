import type { PassRow } from "../../contracts/batch/batch-statistics.ts";
import type { RunTally } from "./rate-interval.ts";
import { sumOf } from "./share.ts";

/** Every k up to here has a row, then each doubling and the largest. */
const allUpTo = 10;

/**
 * How likely `k` of a task's runs, drawn without putting back, all succeed: C(c, k) / C(n, k), without bias for runs that
 * are independent (S. Yao et al., tau-bench, arXiv:2406.12045: pass^k).
 */
export function passHatK({ runs, successes }: RunTally, k: number): number {
  let share = 1;
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, successes - drawn) / (runs - drawn);
  return share;
}

/** How likely at least one does: 1 - C(n - c, k) / C(n, k) (M. Chen et al., arXiv:2107.03374: pass@k). */
export const passAtK = ({ runs, successes }: RunTally, k: number): number =>
  1 - passHatK({ runs, successes: runs - successes }, k);

/** How likely two of a task's runs end differently: 2 c (n - c) / (n (n - 1)). Null for fewer than two. */
export const flipRate = ({ runs, successes }: RunTally): number | null =>
  runs < 2 ? null : (2 * successes * (runs - successes)) / (runs * (runs - 1));

/** Means over the tasks that were run at least k times. */
export function passRows(tallies: readonly RunTally[]): readonly PassRow[] {
  const most = tallies.reduce((largest, { runs }) => Math.max(largest, runs), 0);
  return numbersUpTo(most).map((k) => {
    const tasks = tallies.filter(({ runs }) => runs >= k);
    const mean = (of: (tally: RunTally, k: number) => number): number =>
      sumOf(tasks, (tally) => of(tally, k)) / tasks.length;
    return { k, tasks: tasks.length, passAtK: mean(passAtK), passHatK: mean(passHatK) };
  });
}

function numbersUpTo(most: number): readonly number[] {
  const numbers: number[] = [];
  for (let k = 1; k < most; k = k < allUpTo ? k + 1 : k * 2) numbers.push(k);
  return most === 0 ? [] : [...numbers, most];
}
