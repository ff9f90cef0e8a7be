import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SubmittedJob } from "#shared/contracts/api/responses/job-response.ts";
import { oneProvider } from "../../functions/start-functions.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

const models = { agent: { model: "unknown-9" }, verifier: { model: "practice-1" } };
const missing = (field: string) => ({
  field,
  value: "unknown-9",
  message: "The provider 'anthropic' has no model 'unknown-9'. Name one that it has, such as practice-1.",
});

describe("a job whose model does not exist", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it("[spec I1.1] is refused when it is submitted, with the field and a model that exists", async () => {
    const { errors } = await refused(400, "POST", "/v1/jobs", { body: { task: "x", models } });
    expect(errors).toEqual([missing("models.agent.model")]);
    const fallback = { agent: { fallback: { provider: "anthropic", model: "unknown-9" } } };
    const second = await refused(400, "POST", "/v1/jobs", { body: { task: "x", models: fallback } });
    expect(second.errors).toEqual([missing("models.agent.fallback")]);
    expect((await api.repositories.jobs.list(tenantId, { limit: 1 })).items).toEqual([]);
  });

  it("[spec I1.1] is refused in a batch too, with its line", async () => {
    const lines = [
      { taskId: "a", request: { task: "x" } },
      { taskId: "b", request: { task: "y", models } },
    ];
    const { errors } = await refused(400, "POST", "/v1/batches", { body: { name: "typo", lines } });
    expect(errors).toEqual([
      expect.objectContaining({ field: expect.stringMatching(/^lines\.1\..*models\.agent\.model$/) }),
    ]);
  });
});

describe("a job whose model service is silent", () => {
  let silent: Server;
  let api: TestApi;
  afterEach(async () => {
    silent.closeAllConnections();
    silent.close();
    await api.close();
  });

  it("[spec I1.1] is accepted with a warning, and the service is not asked again for a while", async () => {
    let asked = 0;
    silent = createServer(() => {
      asked += 1;
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    api = await startApi({ DROVER_MODEL_PROVIDERS: oneProvider(`http://127.0.0.1:${port}`) });
    for (const task of ["x", "y"]) {
      const answer = await callApi("POST", "/v1/jobs", {
        body: { task, models: { agent: { model: "unknown-9" } } },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      expect((answer.body as SubmittedJob).warnings).toEqual([expect.stringContaining("'unknown-9'")]);
    }
    expect(asked).toBe(1);
  });
});
