import { expect, test } from "vitest";
import { ExportFilter } from "#shared/contracts/result/export.ts";
import { claimAgrees, jobChooser, mayBeChosen } from "#shared/rules/export/choose-jobs.ts";
import { item } from "../statistics/items.ts";
import { sampleTrajectory } from "./sample-export.ts";

const chosen = (filter: ExportFilter, ...jobs: readonly Parameters<typeof sampleTrajectory>[0][]) => {
  const isChosen = jobChooser(ExportFilter.parse(filter));
  return jobs.map((given) => isChosen(sampleTrajectory(given)));
};

test("--only takes the outcomes that are named, --max-steps those with no more steps", () => {
  expect(chosen({ only: ["succeeded"] }, {}, { job: { outcome: "failed" } })).toEqual([true, false]);
  expect(chosen({ maxSteps: 1 }, {}, { steps: [{}] })).toEqual([false, true]);
  expect(chosen({}, {}, { job: { outcome: "invalid" } })).toEqual([true, true]);
});

test.each([
  [{ outcome: "succeeded", claim: { status: "success" } }, true],
  [{ outcome: "succeeded", claim: { status: "infeasible" } }, true],
  [{ outcome: "failed", claim: { status: "infeasible" } }, true],
  [{ outcome: "failed", claim: { status: "success" }, falseComplete: true }, false],
  [{ outcome: "succeeded", claim: { status: "infeasible" }, falseInfeasible: true }, false],
  [{ outcome: "over_budget" }, false],
] as const)("--agree holds claim against verdict: %j is %s", (job, agrees) => {
  expect(claimAgrees(job)).toBe(agrees);
});

test("--dedupe leaves out jobs that did the same on the same screens, whenever and wherever", () => {
  const later = { n: 2, job: { createdAt: "2026-02-01T00:00:00.000Z" } };
  const otherwise = { n: 3, steps: [{ actions: [{ action: { action: "home" } }] }] };
  expect(chosen({ dedupe: true }, {}, later, otherwise, otherwise)).toEqual([true, false, true, false]);
});

test("an item that cannot be chosen is known without its trajectory", () => {
  const filter = ExportFilter.parse({ only: ["succeeded"], agree: true, maxSteps: 5 });
  expect(mayBeChosen(filter, item({ outcomes: ["failed", "succeeded"], last: { steps: 5 } }))).toBe(true);
  expect(mayBeChosen(filter, item({ outcomes: ["failed"] }))).toBe(false);
  expect(mayBeChosen(filter, item({ last: { steps: 6 } }))).toBe(false);
  expect(mayBeChosen(filter, item({ status: "skipped", outcomes: [] }))).toBe(false);
});
