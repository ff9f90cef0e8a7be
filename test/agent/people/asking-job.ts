import { afterAll, beforeAll, beforeEach } from "vitest";
import { handler as openCallback } from "#functions/open-callback.ts";
import { handler as predictAction } from "#functions/predict-action.ts";
import { callbackKey } from "#shared/contracts/farm/keys.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { callApi } from "../../api/call-api.ts";
import { startApi, type TestApi } from "../../api/start-api.ts";
import { invoke, startedAt } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { jobIdOf, sampleJob, sampleObservation, tenantId } from "../../shared/storage/sample-records.ts";

/** Of the test file that called `withAskingJobs`. */
export let api: TestApi;

/** Puts in its place an API whose environment holds this too. */
export async function startAgain(given: Readonly<Record<string, string>> = {}): Promise<void> {
  await api.close();
  api = await startApi(given);
}

let count = 100;
/** Another one in every test. */
export let jobId: JobId;
export const nextJob = (): void => {
  jobId = jobIdOf(++count);
};
/** An earlier one again. */
export const jobIs = (earlier: JobId): void => {
  jobId = earlier;
};

/** For the tests of a file: one start of the API, and another job in every test. */
export function withAskingJobs(): void {
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());
  beforeEach(() => {
    nextJob();
    api.clock.now = new Date(startedAt);
    api.model.requests.length = 0;
  });
}

export const running = (change: Record<string, unknown> = {}) =>
  api.repositories.jobs.create(
    sampleJob({ jobId, status: "running", acquisition: 1, startedAt, questions: {}, ...change }),
  );
export const turn = (stepNumber: number, capturedAt = startedAt) =>
  invoke(predictAction, turnInput(jobId, { stepNumber, observation: sampleObservation({ capturedAt }) }));
export const asking = { action: "ask_user", question: "Which of the two alarms?" };
export const ask = async (change: Record<string, unknown> = {}) => {
  await running(change);
  api.model.answer(asking);
  return turn(1);
};
export const taskToken = "a-very-secret-token";
export const open = (id = "1") =>
  invoke(openCallback, {
    schemaVersion: 1,
    tenantId,
    jobId,
    kind: "question",
    id,
    taskToken,
    timeoutSeconds: 60,
  });
export const answersUrl = () => `/v1/jobs/${jobId}/answers/1`;
export const answer = (text: string, more = {}) =>
  callApi("POST", answersUrl(), { body: { answer: text, ...more } });
export const tokenKept = () => api.storage.artifacts.exists(callbackKey(tenantId, jobId, "1"));
export const job = () => api.repositories.jobs.get(tenantId, jobId);
export const step = () => api.repositories.steps.get(tenantId, jobId, 1);
export const later = (minutes: number): void => {
  api.clock.now = new Date(Date.parse(startedAt) + minutes * 60_000);
};
export const lastPrompt = () => api.model.requests.at(-1) ?? "";
