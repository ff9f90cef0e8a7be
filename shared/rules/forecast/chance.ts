import { seededRandom } from "../statistics/seeded-random.ts";

export interface Chance {
  /** From 0 to just under 1. */
  readonly share: () => number;
  /** A factor with the mean 1, whose logarithm is spread like this. */
  readonly around: (spread: number) => number;
  /** Of Student's distribution with whole degrees of freedom. */
  readonly student: (degrees: number) => number;
}

/** From here on Student's distribution is taken for the normal one. */
const manyDegrees = 30;

export function chance(seed: number): Chance {
  const share = seededRandom(seed);
  // Box and Muller.
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share());
  const student = (degrees: number): number => {
    const value = normal();
    if (degrees >= manyDegrees) return value;
    let squares = 0;
    for (let one = 0; one < degrees; one += 1) squares += normal() ** 2;
    return value * Math.sqrt(degrees / squares);
  };
  return { share, student, around: (spread) => Math.exp(spread * normal() - spread ** 2 / 2) };
}
