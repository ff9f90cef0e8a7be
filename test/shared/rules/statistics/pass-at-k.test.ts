import fc from "fast-check";
import { expect, test } from "vitest";
import { flipRate, passAtK, passHatK, passRows } from "#shared/rules/statistics/pass-at-k.ts";

/** Every way to choose `k` of the runs. */
function choices(runs: readonly boolean[], k: number): readonly (readonly boolean[])[] {
  if (k === 0) return [[]];
  return runs.flatMap((run, at) => choices(runs.slice(at + 1), k - 1).map((rest) => [run, ...rest]));
}

const runsOf = (successes: number, runs: number): readonly boolean[] =>
  Array.from({ length: runs }, (_, at) => at < successes);

test("of 5 runs with 2 successes pass@1 is 2/5, pass@2 7/10 and pass^2 1/10", () => {
  const task = { runs: 5, successes: 2 };
  expect(passAtK(task, 1)).toBeCloseTo(0.4, 12);
  expect(passAtK(task, 2)).toBeCloseTo(0.7, 12);
  expect(passAtK(task, 4)).toBe(1);
  expect(passHatK(task, 2)).toBeCloseTo(0.1, 12);
  expect(passHatK(task, 3)).toBe(0);
});

test("pass@k, pass^k and the flip rate are shares of all ways to choose runs", () => {
  const cases = fc.integer({ min: 1, max: 8 }).chain((runs) =>
    fc.record({
      runs: fc.constant(runs),
      successes: fc.integer({ min: 0, max: runs }),
      k: fc.integer({ min: 1, max: runs }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ runs, successes, k }) => {
      const all = choices(runsOf(successes, runs), k);
      const part = (holds: (chosen: readonly boolean[]) => boolean): number =>
        all.filter(holds).length / all.length;
      expect(passAtK({ runs, successes }, k)).toBeCloseTo(
        part((chosen) => chosen.some(Boolean)),
        10,
      );
      expect(passHatK({ runs, successes }, k)).toBeCloseTo(
        part((chosen) => chosen.every(Boolean)),
        10,
      );
      const pairs = choices(runsOf(successes, runs), 2);
      const unlike = pairs.filter(([one, other]) => one !== other).length;
      if (runs > 1) expect(flipRate({ runs, successes })).toBeCloseTo(unlike / pairs.length, 10);
    }),
    { seed: 4 },
  );
});

test("a row is the mean over the tasks that were run often enough", () => {
  const rows = passRows([
    { runs: 1, successes: 1 },
    { runs: 3, successes: 1 },
  ]);
  expect(rows.map(({ k, tasks }) => [k, tasks])).toEqual([
    [1, 2],
    [2, 1],
    [3, 1],
  ]);
  expect(rows[0]?.passAtK).toBeCloseTo(2 / 3, 12);
  expect(rows[1]?.passAtK).toBeCloseTo(2 / 3, 12);
  expect(rows[2]).toEqual({ k: 3, tasks: 1, passAtK: 1, passHatK: 0 });
});

test("a thousand repetitions make a short list of rows that ends with the last", () => {
  const ks = passRows([{ runs: 1_000, successes: 500 }]).map(({ k }) => k);
  expect(ks).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 40, 80, 160, 320, 640, 1_000]);
  expect(passRows([])).toEqual([]);
  expect(flipRate({ runs: 1, successes: 1 })).toBeNull();
});
