import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jobCountersOf } from "#agent/planning/job-counters.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { Plan, type PlanKind } from "#shared/contracts/job/plan.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { observation, stepWith } from "../samples.ts";

type Over = Parameters<typeof stepWith>[0];
const usage = { calls: 1, inputTokens: 1, outputTokens: 1, cachedTokens: 0, cacheWrittenTokens: 0 };
const asked = { model: "m", usage: { ...usage, thinkingTokens: 0, pricedCalls: 0 } };
const failedOutcome = { ok: false, effect: "none", retries: 0, message: "Element not found" } as const;
const searching = { action: { action: "tap", element: 3 }, element: 'BUTTON "Search"' };
const passed: Step["verification"] = { verdict: "passed", by: "rules", findings: [] };

/** Another screen after each step. */
const elsewhere = (stepNumber: number) => ({ ...observation, treeHash: `screen ${stepNumber}` });
const good = (stepNumber: number, over: Over = {}): Step =>
  stepWith({ stepNumber, after: elsewhere(stepNumber), screenChanged: true, verification: passed, ...over });
const bad = (stepNumber: number, over: Over = {}): Step =>
  stepWith({
    stepNumber,
    after: elsewhere(stepNumber),
    screenChanged: false,
    outcome: failedOutcome,
    ...searching,
    ...over,
  });
/** A step that failed, and its retry that failed too. */
const twice = (first: number): readonly Step[] => [
  bad(first),
  bad(first + 1, { chosenBy: "retry", retryOf: first }),
];
const rejected = (stepNumber: number, reason: string): Step =>
  stepWith({
    stepNumber,
    after: elsewhere(stepNumber),
    action: { action: "FINISH" },
    completionCheck: { accepted: false, reason },
  });

const plan = (planNumber: number, requestedAtStep: number, over: Partial<Plan> = {}): Plan =>
  Plan.parse({
    schemaVersion: 1,
    tenantId: "local",
    jobId: "01JGZ0000000000000000000A0",
    planNumber,
    kind: "recovery" satisfies PlanKind,
    trigger: "stepFailures",
    status: "ready",
    requestedAt: "2026-01-02T03:04:05.000Z",
    requestedAtStep,
    observation,
    failures: [],
    ...over,
  });

const counters = (steps: readonly Step[], over: Partial<Parameters<typeof jobCountersOf>[0]> = {}) =>
  jobCountersOf({
    steps,
    plans: [],
    stepNumber: (steps.at(-1)?.stepNumber ?? 0) + 1,
    quotesScreen: true,
    catalogue: builtInActions,
    ...over,
  });
const texts = (steps: readonly Step[]) => counters(steps).failures.map(({ text }) => text);

describe("failures", () => {
  it("[spec R3.3] count a step only after its retry has failed, in the source's words", () => {
    expect(counters([bad(1), good(2, { chosenBy: "retry", retryOf: 1 })]).failures).toEqual([]);
    expect(counters(twice(1)).failuresSinceLastPlan).toBe(1);
    expect(texts(twice(1))).toEqual([`Step 'tap BUTTON "Search"' failed twice. First: Element not found.`]);
  });

  it("[spec R3.3] count a step that nothing can be done about once more", () => {
    expect(counters([bad(1)]).failuresSinceLastPlan).toBe(1);
    expect(counters([bad(1), good(2)]).failuresSinceLastPlan).toBe(1);
  });

  it("count what a verification rejects, and no error of the farm", () => {
    const verification: Step["verification"] = {
      verdict: "failed",
      by: "rules",
      findings: [{ rule: "toggle", verdict: "failed", text: "The switch is still off" }],
    };
    const steps = [good(1, { ...searching, verification }), good(2)];
    expect(texts(steps)).toEqual([`Step 'tap BUTTON "Search"' failed. The switch is still off.`]);
    const lost = bad(1, { errorId: "01JGZ0000000000000000000A1" as NonNullable<Step["errorId"]> });
    expect(texts([lost, good(2)])).toEqual([]);
  });

  it("[spec R3.4] weigh a rejected completion 3 when the wrong thing was done, else 1", () => {
    for (const reason of [
      "The wrong contact was called",
      "A Different app is open",
      "Yogurt instead of oranges",
    ])
      expect(counters([rejected(1, reason)]).failuresSinceLastPlan).toBe(3);
    expect(counters([rejected(1, "The alarm is not saved yet")]).failuresSinceLastPlan).toBe(1);
    expect(texts([rejected(4, "The alarm is not saved yet")])).toEqual([
      "Completion rejected (iter 5): The alarm is not saved yet.",
    ]);
  });

  it("[spec R3.2] tell a stall as the progress check found it, which is no failed step", () => {
    const progressCheck = { progressing: false, reason: "Agent clicking same element repeatedly", ...asked };
    const told = counters([good(7, { progressCheck })]);
    expect(told.failures.map(({ text }) => text)).toEqual([
      "Progress check (iter 8): Agent clicking same element repeatedly",
    ]);
    expect(told).toMatchObject({ failuresSinceLastPlan: 0, lastProgressCheckIteration: 8 });
  });

  it("[spec R9.1] tell what was done about a screen that does not change", () => {
    const still = [1, 2, 3, 4].map((n) => good(n, { after: observation, screenChanged: false }));
    const words = "Element map unchanged 4x, pressed back to try different path";
    expect(texts([...still, good(5, { chosenBy: "unstick", thinking: words })])).toEqual([
      "Screen structure stagnant: same layout seen 3 times in last 10 iterations",
      words,
    ]);
  });

  it("hold no word of the screen for an agent that may see none", () => {
    const told = counters(twice(1), { quotesScreen: false });
    expect(told.failures.map(({ text }) => text)).toEqual([
      "Step 'tap' failed twice. First: It had no effect.",
    ]);
  });
});

describe("iterations", () => {
  it("[spec R3.2] are counted since the last completed step", () => {
    expect(counters([good(1), bad(2), bad(3), bad(4)]).iterationsSinceLastComplete).toBe(3);
    expect(counters([bad(1), good(2)]).iterationsSinceLastComplete).toBe(0);
    expect(counters([]).iterationsSinceLastComplete).toBe(0);
  });

  it("are counted anew on a fresh device", () => {
    expect(counters([bad(8), bad(9)]).iterationsSinceLastComplete).toBe(2);
  });

  it("[spec R3.5] know when the planner was asked last, and whether the last resort was", () => {
    const plans = [plan(1, 1, { kind: "initial" }), plan(2, 6)];
    expect(counters([good(7)], { plans })).toMatchObject({
      lastPlanConsultIteration: 6,
      lastResortConsulted: false,
    });
    expect(counters([good(7)], { plans: [plan(1, 5, { kind: "lastResort" })] }).lastResortConsulted).toBe(
      true,
    );
  });
});

const anyStep = (stepNumber: number) =>
  fc.oneof(
    fc.constant([good(stepNumber)]),
    fc.constant([bad(stepNumber)]),
    fc.constant([rejected(stepNumber, "That is the wrong one")]),
    fc.constant([rejected(stepNumber, "Not yet")]),
    fc.constant([good(stepNumber, { chosenBy: "unstick" })]),
  );
const anySteps = fc
  .integer({ min: 0, max: 15 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyStep(index + 1))))
  .map((steps) => steps.flat());

describe("jobCountersOf", () => {
  it("[spec R3.3] starts its counters again when guidance is adopted, whatever came before", () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const now = steps.length + 1;
        const adopted = counters(steps, { plans: [plan(1, 1, { adoptedAtStep: now })] });
        expect(adopted).toMatchObject({ failuresSinceLastPlan: 0, iterationsSinceLastComplete: 0 });
        expect(adopted.failures).toEqual(counters(steps).failures);
      }),
    );
  });

  it("says the same however often it is asked, and counts a turn more as nothing by itself", () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const first = counters(steps);
        expect(counters(steps)).toEqual(first);
        expect(first.failuresSinceLastPlan).toBe(first.failures.reduce((sum, { weight }) => sum + weight, 0));
        expect(first.iterationsSinceLastComplete).toBeGreaterThanOrEqual(0);
        expect(first.iterationsSinceLastComplete).toBeLessThanOrEqual(steps.length);
        for (const { iteration } of first.failures) expect(iteration).toBeLessThanOrEqual(steps.length + 1);
      }),
    );
  });

  it("[spec R3.3] never counts a step whose retry did what was meant", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6 }), (cured) => {
        const steps = Array.from({ length: cured }, (_, index) => [
          bad(2 * index + 1),
          good(2 * index + 2, { chosenBy: "retry", retryOf: 2 * index + 1 }),
        ]).flat();
        expect(counters(steps)).toMatchObject({ failures: [], iterationsSinceLastComplete: 0 });
      }),
    );
  });
});
