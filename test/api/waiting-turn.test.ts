import { afterAll, beforeAll, expect, it } from "vitest";
import { startedAt } from "../functions/start-functions.ts";
import { jobIdOf, sampleJob } from "../shared/storage/sample-records.ts";
import { callApi } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it("says that a job waits for its turn with a model that all jobs ask, and until when", async () => {
  const jobId = jobIdOf(1);
  const until = "2126-01-01T00:00:00.000Z";
  const reason = `All jobs together use what the service allows; this one's turn is at ${until}.`;
  const waiting = { reason, errorCode: "AllowanceUsed", turnFor: "m", since: startedAt, until, attempts: 1 };
  await api.repositories.jobs.create(sampleJob({ jobId, status: "running", startedAt, waiting }));
  expect((await callApi("GET", `/v1/jobs/${jobId}`)).body).toMatchObject({ waitingBecause: reason });
});
