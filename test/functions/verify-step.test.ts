import { expect, it } from "vitest";
import { handler } from "#functions/verify-step.ts";
import { sampleElement, sampleTree } from "../shared/screen/sample-tree.ts";
import { sampleObservation, sampleStep, tenantId } from "../shared/storage/sample-records.ts";
import { functions, jobId, withFunctions } from "./job-per-test.ts";
import { invoke } from "./start-functions.ts";

withFunctions();

const before = sampleObservation();
const { actions } = sampleStep();
const step = { actions, outcome: { ok: true, effect: "done", retries: 0 } };
const verify = (change: object = {}) =>
  invoke(handler, {
    schemaVersion: 1,
    tenantId,
    jobId,
    stepNumber: 3,
    before,
    after: before,
    step,
    ...change,
  });

it("[spec A6] compares the screens and hands on what it finds, without a call of the table", async () => {
  const treeKey = `tenants/${tenantId}/after.json`;
  const tree = sampleTree([sampleElement({ text: "Battery", stable_id: "battery" })]);
  await functions.storage.artifacts.put(treeKey, JSON.stringify(tree), "application/json");
  const after = sampleObservation({ treeHash: "hash-1", treeKey });
  expect(await verify({ before: { ...before, treeKey }, after })).toMatchObject({
    nextStepNumber: 4,
    finding: { stepNumber: 3, screenChanged: true, verification: { verdict: expect.any(String) } },
  });
  expect(await functions.repositories.steps.get(tenantId, jobId, 3)).toBeNull();
});

it("asks no rule when the job's verification is off, and still tells what changed", async () => {
  const { finding } = (await verify({ verification: "off" })) as { finding: object };
  expect(finding).toMatchObject({ screenChanged: false, feedback: "The screen did not change." });
  expect(finding).not.toHaveProperty("verification");
});

it("[fault D25] leaves to the next turn what no state carries, and the steps of executions of before", async () => {
  expect(await verify({ step: null })).toEqual({ nextStepNumber: 4, finding: null });
});
