import fc from "fast-check";
import { expect, test } from "vitest";
import {
  clusteredInterval,
  clusteredStandardError,
  type RunTally,
  wilsonInterval,
} from "#shared/rules/statistics/rate-interval.ts";
import { seededRandom } from "#shared/rules/statistics/seeded-random.ts";

const tally = (successes: number, runs: number): RunTally => ({ runs, successes });

const tallies = fc.array(
  fc
    .integer({ min: 1, max: 8 })
    .chain((runs) => fc.integer({ min: 0, max: runs }).map((successes) => tally(successes, runs))),
  { minLength: 2, maxLength: 30 },
);

test("8 of 10 give Wilson's interval as it is worked out by hand", () => {
  const { low, high } = wilsonInterval(8, 10);
  expect(low).toBeCloseTo(0.4901625, 6);
  expect(high).toBeCloseTo(0.9433178, 6);
});

test("no success begins at 0 and nothing known is everything", () => {
  expect(wilsonInterval(0, 10).low).toBe(0);
  expect(wilsonInterval(0, 10).high).toBeCloseTo(0.2775328, 6);
  expect(wilsonInterval(10, 10).high).toBe(1);
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
});

test("Wilson's ends are where the score test turns, found by halving", () => {
  const z = 1.959963984540054;
  const rejects = (observed: number, rate: number, runs: number): boolean =>
    Math.abs(observed - rate) > z * Math.sqrt((rate * (1 - rate)) / runs);
  const between = (inside: number, outside: number, observed: number, runs: number): number => {
    let [kept, rejected] = [inside, outside];
    for (let halving = 0; halving < 60; halving += 1) {
      const middle = (kept + rejected) / 2;
      if (rejects(observed, middle, runs)) rejected = middle;
      else kept = middle;
    }
    return kept;
  };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (runs, part) => {
        const successes = Math.round(part * runs);
        const rate = successes / runs;
        const { low, high } = wilsonInterval(successes, runs);
        expect(low).toBeCloseTo(between(rate, 0, rate, runs), 6);
        expect(high).toBeCloseTo(between(rate, 1, rate, runs), 6);
      },
    ),
    { seed: 1 },
  );
});

test("the clustered standard error is what a hand works out for three tasks", () => {
  // Rate 1/2; the tasks' residuals are 1, -1 and 0: 3/2 * 2 / 36.
  const error = clusteredStandardError([tally(2, 2), tally(0, 2), tally(1, 2)]);
  expect(error).toBeCloseTo(Math.sqrt(3 / 36), 12);
  expect(clusteredStandardError([tally(1, 2)])).toBeNull();
});

test("the clustered standard error is the sum over all pairs of runs of one task", () => {
  fc.assert(
    fc.property(tallies, (tasks) => {
      const runs = tasks.map((task) =>
        Array.from({ length: task.runs }, (_, at) => (at < task.successes ? 1 : 0)),
      );
      const all = runs.flat();
      const mean = all.reduce<number>((sum, one) => sum + one, 0) / all.length;
      let pairs = 0;
      for (const task of runs)
        for (const one of task) for (const other of task) pairs += (one - mean) * (other - mean);
      const variance = ((tasks.length / (tasks.length - 1)) * pairs) / all.length ** 2;
      expect(clusteredStandardError(tasks)).toBeCloseTo(Math.sqrt(Math.max(0, variance)), 9);
    }),
    { seed: 2 },
  );
});

test("drawing whole tasks again and again spreads as the clustered standard error says", () => {
  const random = seededRandom(7);
  const tasks = Array.from({ length: 60 }, () => tally([0, 1, 4, 5][Math.floor(random() * 4)] ?? 0, 5));
  const rates = Array.from({ length: 4_000 }, () => {
    const drawn = tasks.map(() => tasks[Math.floor(random() * tasks.length)] ?? tally(0, 5));
    return drawn.reduce((sum, { successes }) => sum + successes, 0) / (5 * drawn.length);
  });
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  const spread = Math.sqrt(rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / rates.length);
  const error = clusteredStandardError(tasks) ?? Number.NaN;
  expect(Math.abs(spread / error - 1)).toBeLessThan(0.05);
});

test("the clustered interval holds the rate, lies within 0 and 1 and is never the narrower one", () => {
  fc.assert(
    fc.property(tallies, (tasks) => {
      const runs = tasks.reduce((sum, task) => sum + task.runs, 0);
      const successes = tasks.reduce((sum, task) => sum + task.successes, 0);
      const { low, high } = clusteredInterval(tasks);
      const plain = wilsonInterval(successes, runs);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(successes / runs + 1e-12);
      expect(high).toBeGreaterThanOrEqual(successes / runs - 1e-12);
      expect(high - low).toBeGreaterThanOrEqual(plain.high - plain.low - 1e-12);
    }),
    { seed: 3 },
  );
});

test("five repeats that always end alike are worth one run of each task", () => {
  const repeated = clusteredInterval(Array.from({ length: 20 }, (_, at) => tally(at < 10 ? 5 : 0, 5)));
  const once = clusteredInterval(Array.from({ length: 20 }, (_, at) => tally(at < 10 ? 1 : 0, 1)));
  expect(repeated.low).toBeCloseTo(once.low, 9);
  expect(repeated.high).toBeCloseTo(once.high, 9);
});

test("one task says nothing of others, and all successes count each task once", () => {
  expect(clusteredInterval([tally(3, 10)])).toEqual({ low: 0, high: 1 });
  const all = clusteredInterval(Array.from({ length: 10 }, () => tally(5, 5)));
  expect(all.high).toBe(1);
  expect(all.low).toBeLessThan(wilsonInterval(10, 10).low);
});

test("of suites drawn from a world of unlike tasks 95 in 100 clustered intervals hold its rate, and few plain ones do", () => {
  const random = seededRandom(11);
  const suites = 600;
  const truth = 0.5;
  let [clustered, plain] = [0, 0];
  for (let suite = 0; suite < suites; suite += 1) {
    const tasks = Array.from({ length: 30 }, () => {
      const chance = random() < 0.5 ? 0.05 : 0.95;
      return tally(Array.from({ length: 8 }, random).filter((drawn) => drawn < chance).length, 8);
    });
    const holds = ({ low, high }: { low: number; high: number }): boolean => low <= truth && truth <= high;
    if (holds(clusteredInterval(tasks))) clustered += 1;
    const successes = tasks.reduce((sum, task) => sum + task.successes, 0);
    if (holds(wilsonInterval(successes, 240))) plain += 1;
  }
  expect(clustered / suites).toBeGreaterThan(0.93);
  expect(clustered / suites).toBeLessThan(0.985);
  expect(plain / suites).toBeLessThan(0.7);
});
