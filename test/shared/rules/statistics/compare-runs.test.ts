import { expect, test } from "vitest";
import { BatchComparison } from "#shared/contracts/batch/batch-comparison.ts";
import { compareBatches, compareRuns, type Side } from "#shared/rules/statistics/compare-runs.ts";
import { item } from "./items.ts";

/** A side from a letter for each run: `s`ucceeded, `f`ailed, `i`nconclusive. */
const side = (label: string, tasks: Readonly<Record<string, string>>): Side => {
  const words = { s: "succeeded", f: "failed", i: "inconclusive" } as const;
  const outcomes = Object.entries(tasks).flatMap(([taskId, letters]) =>
    [...letters].map((letter) => ({ taskId, outcome: words[letter as keyof typeof words] })),
  );
  return { label, items: outcomes.map(({ taskId, outcome }) => item({ taskId, outcomes: [outcome] })) };
};

test("with one run each, fixed and broken tasks are counted and tested by McNemar", () => {
  const compared = compareRuns(
    side("monday", { a: "f", b: "f", c: "s", d: "s", e: "f" }),
    side("tuesday", { a: "s", b: "s", c: "f", d: "s", e: "f" }),
  );
  expect(compared).toMatchObject({ paired: 5, fixed: 2, broken: 1, same: 2 });
  expect(compared.test).toEqual({ method: "mcnemar", pValue: 1, differing: 3 });
  expect(compared.tasks.map(({ change }) => change)).toEqual(["fixed", "fixed", "broken", "same", "same"]);
  expect(compared.difference.mean).toBeCloseTo(0.2, 12);
  expect(compared.before.label).toBe("monday");
  expect(BatchComparison.parse(compared)).toEqual(compared);
});

test("with repeats the differences of the tasks' rates are tested, and most of the runs decide what is fixed", () => {
  const compared = compareRuns(
    side("a", { x: "ffs", y: "ssf", z: "sf" }),
    side("b", { x: "sss", y: "sss", z: "ss" }),
  );
  expect(compared.tasks.map(({ taskId, change }) => [taskId, change])).toEqual([
    ["x", "fixed"],
    ["y", "same"],
    ["z", "fixed"],
  ]);
  // All three got better: two of the eight ways to set the signs are as far from zero.
  expect(compared.test).toEqual({ method: "signFlip", pValue: 0.25, differing: 3 });
  expect(compared.difference.mean).toBeCloseTo((2 / 3 + 1 / 3 + 1 / 2) / 3, 12);
});

test("a task that the farm kept from one side is named and not compared", () => {
  const compared = compareRuns(
    side("a", { x: "s", y: "i", gone: "s" }),
    side("b", { x: "s", y: "s", added: "f" }),
  );
  expect(compared).toMatchObject({ paired: 1, same: 1, onlyBefore: ["gone"], onlyAfter: ["y", "added"] });
  expect(compared.difference).toEqual({ mean: 0, low: null, high: null });
});

test("nothing in common gives no p-value", () => {
  const compared = compareRuns(side("a", { x: "s" }), side("b", { y: "s" }));
  expect(compared.test.pValue).toBeNull();
  expect(compared.difference.mean).toBeNull();
});

test("the interval of the difference is Student's t over the tasks, as worked out by hand", () => {
  const { difference } = compareRuns(
    side("a", { p: "f", q: "f", r: "s", t: "s" }),
    side("b", { p: "s", q: "s", r: "s", t: "s" }),
  );
  // Differences 1, 1, 0, 0: mean 1/2, variance 1/3, t(3) = 3.18245.
  const reach = 3.182446 * Math.sqrt(1 / 12);
  expect(difference.low).toBeCloseTo(0.5 - reach, 5);
  expect(difference.high).toBe(1);
});

test("two batches are compared by the variants that both have, else by all", () => {
  const one = (taskId: string, variant: string, outcome: "succeeded" | "failed") =>
    item({ taskId, variant, outcomes: [outcome] });
  const before = { label: "a", items: [one("x", "old", "failed"), one("x", "same", "succeeded")] };
  const after = { label: "b", items: [one("x", "same", "succeeded"), one("x", "new", "failed")] };
  expect(compareBatches(before, after)).toMatchObject({ paired: 1, same: 1 });
  expect(compareBatches(before, after).before.statistics.ended).toBe(1);
  const other = { label: "c", items: [one("x", "new", "succeeded")] };
  expect(compareBatches(before, other).before.statistics.ended).toBe(2);
});

test("[spec G1] agents of one variant are told apart by kind and name", () => {
  const run = (agentKind: "external" | "human", agent: string, outcome: "succeeded" | "failed") => {
    const made = item({ taskId: "x", variant: "default", outcomes: [outcome] });
    return { ...made, attempts: made.attempts.map((attempt) => ({ ...attempt, agent, agentKind })) };
  };
  const before = {
    label: "a",
    items: [run("external", "mine", "failed"), run("human", "mine", "succeeded")],
  };
  const after = {
    label: "b",
    items: [run("human", "mine", "succeeded"), run("external", "yours", "failed")],
  };
  const compared = compareBatches(before, after);
  expect(compared).toMatchObject({ paired: 1, same: 1, broken: 0 });
  expect(compared.before.agents).toEqual([
    expect.objectContaining({ kind: "human", agent: "mine", runs: 1 }),
  ]);
  const others = compareBatches(
    { label: "a", items: [run("external", "mine", "failed")] },
    { label: "b", items: [run("external", "yours", "succeeded")] },
  );
  expect(others).toMatchObject({
    fixed: 1,
    before: { agents: [{ kind: "external", agent: "mine" }] },
    after: { agents: [{ kind: "external", agent: "yours" }] },
  });
});

test("a task that broke says by which check its runs failed, the most frequent reason first", () => {
  const failing = (expected: string, actual: string) => {
    const one = item({ taskId: "a", outcomes: ["failed"] });
    const failedCheck = { kind: "setting", place: "setting global/wifi_on", expected, actual } as const;
    return { ...one, attempts: one.attempts.map((attempt) => ({ ...attempt, failedCheck })) };
  };
  const after = [failing("2", "0"), failing("0", "1"), failing("0", "2")];
  const { tasks } = compareRuns(side("monday", { a: "sss" }), { label: "tuesday", items: after });
  expect(tasks).toMatchObject([
    {
      change: "broken",
      failures: [
        { reason: "setting global/wifi_on: expected 0, was 1.", count: 2 },
        { reason: "setting global/wifi_on: expected 2, was 0.", count: 1 },
      ],
    },
  ]);
});
