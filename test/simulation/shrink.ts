import type { SimulationReport } from "../../simulation/simulation-report.ts";
import { runSeed } from "./run-seed.ts";

const mostTries = 12;

/**
 * Leaves out ever smaller parts of the faults as long as the same invariant is broken. Answers the option that does so, or nothing. What is
 * left out changes what happens after it, so fewer faults are found, not the fewest.
 */
export async function shrunk(
  args: readonly string[],
  { faults, violations }: SimulationReport,
): Promise<string> {
  const broken = violations[0]?.invariant;
  let left = faults.map(({ number }) => number);
  const without = new Set<number>();
  let part = Math.ceil(left.length / 2);
  for (let tries = 0; tries < mostTries && part >= 1; tries += 1) {
    const dropped = left.slice(0, part);
    const all = [...without, ...dropped].join(",");
    const { report } = await runSeed([...args, "--without", all]);
    if (report.violations.some(({ invariant }) => invariant === broken)) {
      for (const number of dropped) without.add(number);
      left = left.slice(part);
    } else {
      left = [...left.slice(part), ...dropped];
      part = Math.floor(part / 2);
    }
  }
  return without.size === 0 ? "" : ` --without ${[...without].join(",")}`;
}
