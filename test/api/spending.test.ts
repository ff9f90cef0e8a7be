import { afterAll, beforeAll, expect, it } from "vitest";
import { closeGrant } from "#agent/budget/close-grant.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { Spending } from "#shared/contracts/api/spending.ts";
import { jobIdOf, sampleJob } from "../shared/storage/sample-records.ts";
import { callApi } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const day = "2026-01-01";
const spending = async (query = `?day=${day}`): Promise<Spending> => {
  const answer = await callApi("GET", `/v1/spending${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return Spending.parse(answer.body);
};

let made = 0;
async function spent(usd: number, change: Record<string, unknown> = {}): Promise<void> {
  made += 1;
  const job = sampleJob({ jobId: jobIdOf(made), status: "finished", spentUsd: usd, ...change });
  await api.repositories.jobs.create(job);
  if (job.status !== "finished") return;
  // As often as a state machine may ask for it.
  await Promise.all([1, 2].map(() => closeGrant(job, runtimeFor("api"))));
}

it("what the day's jobs have spent is counted once each, however many there are", async () => {
  expect(await spending()).toEqual({ day, costUsd: 0, underWayUsd: 0, whole: true });
  for (let job = 0; job < 12; job += 1) await spent(0.25);
  await spent(0);
  await spent(7, { createdAt: "2025-12-31T23:59:59.000Z" });
  expect(await spending()).toEqual({ day, costUsd: 3, underWayUsd: 0, whole: true });
  expect((await spending("?day=2025-12-31")).costUsd).toBe(7);
  await spent(0.5, { status: "running" });
  await spent(0.5, { status: "running", createdAt: "2025-12-31T23:59:59.000Z" });
  expect(await spending()).toEqual({ day, costUsd: 3.5, underWayUsd: 0.5, whole: true });
});

it("a budget of a batch alone counts for the day too, and is not mixed up with it", async () => {
  const shared = { batchId: "01JB0000000000000000000000", dimensions: ["usd"] };
  const granted = { usd: 10, tokens: 0, steps: 0, deviceSeconds: 0 };
  const before = (await spending()).costUsd;
  await spent(2, { sharedBudget: shared, granted });
  expect((await spending()).costUsd).toBe(before + 2);
  const [ofDay] = (await api.repositories.budgets.shardsOf(sampleJob().tenantId, `day.${day}`)).filter(
    ({ granted: given, settled }) => given.usd !== settled.usd,
  );
  expect(ofDay).toBeUndefined();
});

it("is asked for by a day of the calendar, and told to its tenant alone", async () => {
  expect((await callApi("GET", "/v1/spending?day=today")).status).toBe(400);
  expect(await callApi("GET", `/v1/spending?day=${day}`, { tenant: "other" })).toMatchObject({
    body: { costUsd: 0 },
  });
});
