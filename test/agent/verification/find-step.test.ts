import { expect, it } from "vitest";
import { findStep } from "#agent/verification/find-step.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { sampleElement, sampleTree } from "../../shared/screen/sample-tree.ts";
import { sampleObservation, sampleStep } from "../../shared/storage/sample-records.ts";

const bluetooth = (checked: boolean) =>
  sampleTree([
    sampleElement({
      stable_id: "switch",
      type: "switch",
      text: "Bluetooth",
      class_name: "android.widget.Switch",
      checkable: true,
      checked,
    }),
  ]);
const [off, on] = [bluetooth(false), bluetooth(true)];
const elsewhere = sampleObservation({ treeHash: "hash-1" });

const found = (change: Partial<Parameters<typeof findStep>[0]>, step: Partial<Step> = {}) =>
  findStep({
    step: sampleStep({ before: sampleObservation(), ...step }),
    trees: { before: off, after: off },
    after: sampleObservation(),
    isVerified: true,
    ...change,
  });

it("[spec A6] tells the next turn that the screen is as it was", () => {
  expect(found({})).toMatchObject({ screenChanged: false, feedback: "The screen did not change." });
});

it("[spec A6] tells the next turn what the action changed", () => {
  const { screenChanged, feedback } = found({ trees: { before: off, after: on }, after: elsewhere });
  expect(screenChanged).toBe(true);
  expect(feedback).toContain('"Bluetooth" is now on');
});

it("[spec A6] tells that something drawn changed when no element did", () => {
  expect(found({ after: elsewhere })).toMatchObject({
    screenChanged: true,
    feedback: "The screen changed: what is drawn on it is different.",
  });
});

it("[spec I4.2] says that the screen changed though a tree is missing", () => {
  expect(found({ trees: { before: null, after: on }, after: elsewhere }).feedback).toContain(
    "cannot be told",
  );
});

it("[spec R12] tells the next turn in one line what a person did meanwhile", () => {
  const touch = { kind: "swipe", at: "2026-03-02T09:41:00.000Z", durationMilliseconds: 300 } as const;
  const interventions: Step["interventions"] = [{ ...touch, from: [0.5, 0.75], to: [0.5, 0.25] }];
  expect(found({}, { interventions }).feedback).toBe(
    "A person touched the screen meanwhile: a swipe from (0.50, 0.75) to (0.50, 0.25). The screen did not change.",
  );
});
