import { afterAll, beforeAll, expect, it } from "vitest";
import { handler } from "#functions/verify-step.ts";
import { sampleElement, sampleTree } from "../shared/screen/sample-tree.ts";
import { jobIdOf, sampleObservation, sampleStep, tenantId } from "../shared/storage/sample-records.ts";
import { invoke, startFunctions, type TestFunctions } from "./start-functions.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

const bluetooth = (checked: boolean) =>
  sampleElement({
    stable_id: "switch",
    type: "switch",
    text: "Bluetooth",
    class_name: "android.widget.Switch",
    checkable: true,
    checked,
  });
const putTree = async (name: string, checked: boolean) => {
  const treeKey = `tenants/${tenantId}/${name}.json`;
  await functions.storage.artifacts.put(
    treeKey,
    JSON.stringify(sampleTree([bluetooth(checked)])),
    "application/json",
  );
  return treeKey;
};

let lastId = 0;
const verify = async (before: object, after: object, change: object = {}) => {
  const jobId = jobIdOf(++lastId);
  await functions.repositories.steps.put(sampleStep({ jobId, ...change }));
  const answer = await invoke(handler, {
    schemaVersion: 1,
    tenantId,
    jobId,
    stepNumber: 1,
    before: sampleObservation(before),
    after: sampleObservation(after),
  });
  return { answer, step: await functions.repositories.steps.get(tenantId, jobId, 1) };
};

it("[spec A6] tells the next turn that the screen is as it was, without reading a tree", async () => {
  const { answer, step } = await verify({ treeKey: "not-there" }, { treeKey: "not-there-either" });
  expect(answer).toEqual({ screenChanged: false, nextStepNumber: 2 });
  expect(step).toMatchObject({ screenChanged: false, feedback: "The screen did not change." });
});

it("[spec A6] tells the next turn what the action changed", async () => {
  const [before, after] = await Promise.all([putTree("off", false), putTree("on", true)]);
  const { answer, step } = await verify({ treeKey: before }, { treeKey: after, treeHash: "hash-1" });
  expect(answer).toEqual({ screenChanged: true, nextStepNumber: 2 });
  expect(step?.feedback).toContain('"Bluetooth" is now on');
});

it("[spec A6] tells that something drawn changed when no element did", async () => {
  const treeKey = await putTree("drawn", false);
  const { step } = await verify({ treeKey }, { treeKey, treeHash: "hash-1" });
  expect(step).toMatchObject({
    screenChanged: true,
    feedback: "The screen changed: what is drawn on it is different.",
  });
});

it("[spec I4.2] says that the screen changed though a tree is missing", async () => {
  const { step } = await verify({ treeKey: null }, { treeKey: "lost", treeHash: "hash-1" });
  expect(step).toMatchObject({ screenChanged: true, feedback: expect.stringContaining("cannot be told") });
});

it("[spec R12] tells the next turn in one line what a person did meanwhile", async () => {
  const touch = { kind: "swipe", at: "2026-03-02T09:41:00.000Z", durationMilliseconds: 300 };
  const interventions = [{ ...touch, from: [0.5, 0.75], to: [0.5, 0.25] }];
  const { step } = await verify({}, {}, { interventions });
  expect(step?.feedback).toBe(
    "A person touched the screen meanwhile: a swipe from (0.50, 0.75) to (0.50, 0.25). The screen did not change.",
  );
});

it("fails by name for a step that was never stored", async () => {
  const input = { schemaVersion: 1, tenantId, jobId: jobIdOf(900), stepNumber: 1 };
  const screens = { before: sampleObservation(), after: sampleObservation() };
  await expect(invoke(handler, { ...input, ...screens })).rejects.toMatchObject({ name: "NotFound" });
});
