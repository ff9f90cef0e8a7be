import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handler } from "#functions/predict-action.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { invoke, startedAt } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import {
  jobIdOf,
  otherTenantId,
  sampleJob,
  sampleObservation,
  tenantId,
} from "../../shared/storage/sample-records.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const tap = { action: "tap", coordinate: [0.5, 0.25] };
const picture = Buffer.alloc(3_000, "picture");
let lastId = 0;
let jobId: JobId;
let record: string;

/** A job whose first turn asked its model, with a picture. */
beforeEach(async () => {
  lastId += 1;
  jobId = jobIdOf(lastId);
  const key = `tenants/${tenantId}/jobs/${jobId}/steps/0000/c/model.jpg`;
  await api.storage.artifacts.put(key, picture, "image/jpeg");
  await api.repositories.jobs.create(
    sampleJob({
      jobId,
      status: "running",
      acquisition: 1,
      startedAt,
      perception: { picture: "always" },
      limits: lastId === 1 ? {} : { maxTokens: 100_000 },
    }),
  );
  api.model.answer(tap);
  const observation = sampleObservation({
    modelScreenshotKey: key,
    modelPicture: { width: 540, height: 1_200 },
  });
  await invoke(handler, turnInput(jobId, { observation }));
  const { body } = await callApi("GET", `/v1/jobs/${jobId}/debug?step=1`);
  record = (body as { items: { name: string }[] }).items[0]?.name ?? "";
});

const ask = (body: Record<string, unknown>) => callApi("POST", `/v1/jobs/${jobId}/ask-again`, { body });

describe("asking a stored prompt again", () => {
  it("[spec I6.4] sends it with the edited text and the stored picture, and answers the reply beside the stored one", async () => {
    const before = await api.repositories.jobs.get(tenantId, jobId);
    const steps = await api.repositories.steps.list(tenantId, jobId, { limit: 10 });
    api.model.answer({ action: "back" });
    const { status, body } = await ask({
      record,
      edits: [{ message: null, part: 0, text: "You only go back." }],
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      jobId,
      model: "practice-1",
      stop: "toolCall",
      parts: [{ type: "toolCall", name: "back" }],
      usage: { calls: 1, inputTokens: 100 },
    });
    const asked = api.model.requests.at(-1) ?? "";
    expect(asked).toContain("You only go back.");
    expect(asked).not.toContain("You operate one Android device");
    expect(asked).toContain(picture.toString("base64"));
    const after = await api.repositories.jobs.get(tenantId, jobId);
    // It counts as a call of the job's, and the job is otherwise as it was.
    expect(after?.usage.calls).toBe((before?.usage.calls ?? 0) + 1);
    expect(after?.spentTokens).toBe((before?.spentTokens ?? 0) + 110);
    expect({
      status: after?.status,
      steps: await api.repositories.steps.list(tenantId, jobId, { limit: 10 }),
    }).toEqual({
      status: "running",
      steps,
    });
  });

  it("[spec I6.4] is bound by the job's limits, before the model is asked", async () => {
    await api.repositories.jobs.settle(tenantId, jobId, { tokens: 99_000, usd: 0 });
    const count = api.model.requests.length;
    const problem = await refused(409, "POST", `/v1/jobs/${jobId}/ask-again`, { body: { record } });
    expect(problem.code).toBe("BudgetExhausted");
    expect(api.model.requests).toHaveLength(count);
  });

  it.each([
    [{ record: "../../other" }, 400, "record"],
    [{ record: "step-0009/predict-01J00000000000000000000009" }, 404, "id"],
    [{ call: 7 }, 400, "call"],
    [{ edits: [{ message: 9, part: 0, text: "x" }] }, 400, "edits[0].part"],
  ])("refuses what it does not know: %o", async (change, status, field) => {
    const problem = await refused(status, "POST", `/v1/jobs/${jobId}/ask-again`, {
      body: { record, ...change },
    });
    if (status === 400) expect(problem.errors).toMatchObject([{ field }]);
  });

  it("does not find another tenant's job", async () => {
    const foreign = sampleJob({ tenantId: otherTenantId, jobId: jobIdOf(900) });
    await api.repositories.jobs.create(foreign);
    await refused(404, "POST", `/v1/jobs/${foreign.jobId}/ask-again`, { body: { record } });
  });
});
