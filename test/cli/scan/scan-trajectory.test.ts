import { describe, expect, it, test } from "vitest";
import { ScanRule } from "#cli/scan/scan.ts";
import { scanTrajectory } from "#cli/scan/scan-trajectory.ts";
import { sampleTrajectory } from "../../shared/rules/export/sample-export.ts";
import { sampleError, sampleObservation } from "../../shared/storage/sample-records.ts";

type Given = Parameters<typeof sampleTrajectory>[0];
const check = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" } as const;
const judged = { validators: [check], judgement: [{ validator: check, verdict: "passed", observed: "1" }] };
const settings = (treeHash: string) => sampleObservation({ package: "com.android.settings", treeHash });
const sound: Given = {
  job: judged,
  steps: [1, 2].map((stepNumber) => ({
    stepNumber,
    before: settings(`a${stepNumber}`),
    after: settings(`a${stepNumber + 1}`),
    actions: [{ action: { action: "tap", element: stepNumber } }],
    screenChanged: true,
  })),
};
const rulesOf = (given: Given): readonly ScanRule[] =>
  scanTrajectory(sampleTrajectory(given)).map(({ rule }) => rule);
const steps = (count: number, step: (number: number) => object) =>
  Array.from({ length: count }, (_, index) => ({ stepNumber: index + 1, ...step(index + 1) }));
const same = { before: settings("h"), after: settings("h"), screenChanged: false };
const failed = (message: string) => ({
  outcome: { ok: false, effect: "none", errorCode: "UnknownElement", message, retries: 0 },
});

/** For each rule a job in which it holds. */
const cases: { readonly [Rule in ScanRule]: Given } = {
  falseComplete: { job: { ...judged, falseComplete: true } },
  falseInfeasible: { job: { ...judged, falseInfeasible: true } },
  unchecked: { job: { validators: [] } },
  validatorNeverReached: { job: { validators: [check], outcome: "inconclusive" } },
  alreadySatisfied: { job: { ...judged, alreadySatisfied: true } },
  sideEffects: { job: { ...judged, sideEffectCount: 2 } },
  neverLeftLauncher: {
    ...sound,
    steps: steps(3, (n) => ({ before: sampleObservation({ treeHash: `h${n}` }) })),
  },
  loop: { ...sound, steps: steps(4, () => same) },
  noEffect: {
    ...sound,
    steps: steps(5, (n) => ({ ...same, actions: [{ action: { action: "tap", element: n } }] })),
  },
  repeatedError: {
    ...sound,
    steps: steps(3, (n) => ({ before: settings(`h${n}`), ...failed(`There is no element ${n}.`) })),
  },
  refusal: {
    ...sound,
    trajectory: { errors: [sampleError({ code: "ModelRefused", message: "I will not." })] },
  },
  unusableReplies: {
    ...sound,
    steps: steps(3, (n) => ({
      before: settings(`h${n}`),
      unusedReplies: [{ model: "m", kind: "unusable", milliseconds: 1, problem: "no action", said: "Hm." }],
    })),
  },
  missingRecord: {
    ...sound,
    trajectory: { completeness: { complete: false, missing: ["Step 1 is not stored."] } },
  },
};

describe("a rule over stored jobs", () => {
  it.each(ScanRule.options)("%s finds what it looks for", (rule) => {
    expect(rulesOf(cases[rule])).toContain(rule);
  });
  it("finds nothing in a sound job", () => {
    expect(rulesOf(sound)).toEqual([]);
  });
});

test("waits are no loop, and numbers in a message make no other error of it", () => {
  const waits = steps(6, () => ({ ...same, actions: [{ action: { action: "wait" } }] }));
  expect(rulesOf({ ...sound, steps: waits })).toEqual([]);
  const [finding] = scanTrajectory(sampleTrajectory(cases.repeatedError), ["repeatedError"]);
  expect(finding).toMatchObject({
    severity: "warning",
    stepNumber: 1,
    text: expect.stringMatching(/^3 times UnknownElement/),
  });
});

test("only the rules that are asked for are applied", () => {
  const both: Given = { job: { validators: [], falseComplete: true } };
  expect(scanTrajectory(sampleTrajectory(both), ["unchecked"]).map(({ rule }) => rule)).toEqual([
    "unchecked",
  ]);
});
