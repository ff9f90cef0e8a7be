import { expect } from "vitest";
import { SubmittedJob } from "#shared/contracts/api/responses/job-response.ts";
import { recordingKey } from "#shared/contracts/farm/keys.ts";
import { Recording } from "#shared/contracts/step/recording.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { button, screenOf } from "../../shared/screen/screen-parts.ts";
import { sampleJob, sampleObservation, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";
import { callApi } from "../call-api.ts";
import type { TestApi } from "../start-api.ts";

const screen = screenOf(button("Save", [0, 200, 300, 300]), button("Cancel", [400, 200, 700, 300]));
/** A script with a placeholder. */
export const script = {
  version: 1,
  task: "Save {{what}}",
  parameters: { what: null },
  steps: [{ tap: "{{what}}" }, { expect: "Saved" }],
};
export const validators = [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }];

/** A job that tapped Save, waited and claimed, with its screens. */
export async function storeFinishedJob(api: TestApi, jobId: JobId): Promise<void> {
  const treeKey = `tenants/${tenantId}/jobs/${jobId}/steps/0001/c/tree.json`;
  await api.storage.artifacts.put(treeKey, JSON.stringify(screen), "application/json");
  const before = sampleObservation({ treeKey, package: screen.app_package });
  const outcome = { ok: true, effect: "done", retries: 0 } as const;
  const finished = { status: "finished", outcome: "succeeded", stepCount: 3 };
  const limits = { maxSteps: 7 };
  await api.repositories.jobs.create(sampleJob({ jobId, ...finished, validators, limits, task: "Save it" }));
  const step = (stepNumber: number, action: object, more: object = {}) =>
    api.repositories.steps.put(
      sampleStep({ jobId, stepNumber, actions: [{ action, ...more }], before, after: before, outcome }),
    );
  const tap = { action: "tap", coordinate: [0.1, 0.1] };
  await step(1, { action: "tap", element: 0 }, { deviceAction: tap, element: 'BUTTON "Save"' });
  await step(2, { action: "wait", duration: 500 }, { deviceAction: { action: "wait", duration: 500 } });
  await step(3, { action: "FINISH", status: "success" });
}

/** The job that a request makes of another one, and what it is to do again. */
export async function madeAgain(api: TestApi, path: string, body: unknown = {}) {
  const answer = await callApi("POST", path, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const job = SubmittedJob.parse(answer.body);
  const recording = await api.storage.artifacts.getJson(recordingKey(tenantId, job.jobId), Recording);
  return { job, recording };
}
