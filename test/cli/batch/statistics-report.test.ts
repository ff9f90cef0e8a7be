import { afterEach, expect, test, vi } from "vitest";
import { compareRuns } from "#shared/rules/statistics/compare-runs.ts";
import { reportComparison } from "../../../cli/batch/comparison-report.ts";
import { reportStatistics } from "../../../cli/batch/statistics-report.ts";
import { item } from "../../shared/rules/statistics/items.ts";
import { batchStatistics } from "../../shared/rules/statistics/statistics-of.ts";

afterEach(() => vi.restoreAllMocks());

/** What a user reads. */
function printed(report: () => void): string {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  report();
  return written.mock.calls.map(([line]) => String(line)).join("");
}

const run = (taskId: string, variant: string, outcome: "succeeded" | "failed") =>
  item({
    taskId,
    variant,
    outcomes: [outcome],
    each: { costUsd: 0.02, steps: 4, inputTokens: 1_500, wallMilliseconds: 12_000 },
  });

test("the figures of a batch are a row for all and one for each variant", () => {
  const items = [
    run("wifi", "a", "succeeded"),
    run("wifi", "a", "failed"),
    run("wifi", "b", "succeeded"),
    run("alarm", "b", "succeeded"),
    item({ outcomes: ["inconclusive"], last: { errorCode: "device-lost" } }),
    item({ taskId: "wifi", variant: "a", status: "skipped", skippedFor: "enough", outcomes: [] }),
  ];
  const text = printed(() => reportStatistics(batchStatistics(items, { lineCount: 8 })));
  expect(text).toContain("5 of 8 ended, 0 running, 0 deferred, 1 skipped");
  expect(text).toMatch(/^all +4 +75\.0 % +30-95 % +\d+-\d+ %/m);
  expect(text).toMatch(/^a +2 +50\.0 %/m);
  expect(text).toMatch(/^all +\$0\.0800 +\$0\.0267 +\$0\.0200 \(\$0\.0200-\$0\.0200\) +4 \(4-4\) +1\.50 k/m);
  expect(text).toMatch(/^2 +1 +100\.0 % +0\.0 %$/m);
  expect(text).toContain("infrastructure  20.0 % inconclusive, 1 attempts lost: 1 device-lost");
  expect(text).toContain("flakiest    wifi (a) 100.0 %");
  expect(text).toContain("saved       $0.0200 and 0.0 s on devices by 1 skipped repetitions");
});

test("what is not known is a dash", () => {
  const text = printed(() => reportStatistics(batchStatistics([])));
  expect(text).toMatch(/^all +0 +- +0-100 % +0-100 % +- +- +- +- +-$/m);
});

test("an error code of a device cannot steer the terminal", () => {
  const items = [item({ outcomes: ["inconclusive"], last: { errorCode: "\u001b[2J::error::x" } })];
  const text = printed(() => reportStatistics(batchStatistics(items)));
  expect(text).not.toContain("\u001b");
  expect(text).not.toContain("::");
});

test("a comparison names what was fixed and broken, with the test and its p-value", () => {
  const before = { label: "monday", items: [run("wifi", "a", "failed"), run("alarm", "a", "succeeded")] };
  const after = { label: "tuesday", items: [run("wifi", "a", "succeeded"), run("note", "a", "failed")] };
  const text = printed(() => reportComparison(compareRuns(before, after)));
  expect(text).toContain("1 tasks on both sides: 1 fixed, 0 broken, 0 same");
  expect(text).toContain("p = 1.000 (McNemar's exact test; 1 tasks differ)");
  expect(text).toMatch(/^fixed +wifi +0\/1 +1\/1$/m);
  expect(text).toContain("only in monday: alarm");
  expect(text).toContain("only in tuesday: note");
});
