import { expect, it } from "vitest";
import { Batch } from "#shared/contracts/batch/batch.ts";
import { scoreForecasts } from "#shared/rules/forecast/score.ts";
import { at, tenantId } from "../../storage/sample-records.ts";

const bands = { median: 100, half: { low: 90, high: 110 }, most: { low: 80, high: 130 } };
const after = (seconds: number): string => new Date(Date.parse(at) + seconds * 1_000).toISOString();

const batch = (took: number, given: object = {}) =>
  Batch.parse({
    ...{ schemaVersion: 1, tenantId, batchId: "01JBATCH000000000000000000", name: "b", status: "finished" },
    ...{
      settings: {},
      lineCount: 1,
      manifest: [],
      run: 1,
      createdAt: at,
      startedAt: at,
      finishedAt: after(took),
    },
    forecast: { at, run: 1, jobs: 1, pastJobs: 9, seconds: bands, usd: bands, binds: "devices" },
    ...given,
  });

it("says how often what happened lay in the bands, and how far the median was off", () => {
  const { batches, ...figures } = scoreForecasts([batch(100), batch(125), batch(200)]);
  expect(batches.map(({ within50, within90 }) => [within50, within90])).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
  expect(figures).toEqual({ within50: 1 / 3, within90: 2 / 3, medianError: expect.closeTo(0.2) });
});

it("leaves out runs without a forecast of their own, those that somebody changed, and those that did not finish", () => {
  const change = { at: after(10), by: "Ada", reason: "faster", change: "concurrency 1 → 9" };
  const others = [
    batch(100, { forecast: undefined }),
    batch(100, { run: 2 }),
    batch(100, { changes: [change] }),
    batch(100, { status: "cancelled" }),
  ];
  expect(scoreForecasts(others)).toEqual({ batches: [], within50: null, within90: null, medianError: null });
});

it("shows a forecast without history, and does not count it", () => {
  const { forecast } = batch(100);
  const { batches, within90 } = scoreForecasts([
    batch(900, { forecast: { ...forecast, pastJobs: 0 } }),
    batch(100),
  ]);
  expect([batches.length, within90]).toEqual([2, 1]);
});
