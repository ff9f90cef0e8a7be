import { afterAll, beforeAll, expect, it } from "vitest";
import { Forecast } from "#shared/contracts/api/responses/forecast-response.ts";
import { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { jobIdOf, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { line, submitted } from "./batch-calls.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
let batchId = "";
const at = (seconds: number): string =>
  new Date(Date.parse("2025-12-31T00:00:00.000Z") + seconds * 1_000).toISOString();

/** Twelve jobs of a batch of which each held its device for a minute; the last three were the farm's fault. */
beforeAll(async () => {
  api = await startApi();
  ({ batchId } = await submitted({ name: "past", lines: [line("alarm")], settings: { concurrency: 4 } }));
  for (let number = 0; number < 12; number += 1) {
    const jobId = JobId.parse(jobIdOf(2_000 + number));
    const outcome = number < 9 ? "succeeded" : "inconclusive";
    const itemKey = number.toString(16).padStart(20, "0");
    const place = { batchId, itemKey, taskId: "alarm", variant: "default", epoch: number + 1 };
    const times = {
      createdAt: at(number * 100),
      startedAt: at(number * 100 + 5),
      finishedAt: at(number * 100 + 65),
    };
    await api.repositories.jobs.create(
      sampleJob({
        ...{ jobId, status: "finished", outcome, stepCount: 6, agentModel: "claude-haiku-5-5", ...times },
        batch: { ...place, attempt: 1 } as never,
        usage: {
          calls: 6,
          inputTokens: 1_000,
          outputTokens: 100,
          cachedTokens: 0,
          cacheWrittenTokens: 0,
          costUsd: 0.01,
        },
      }),
    );
    const attempt = { jobId, attempt: 1, startedAt: times.createdAt, endedAt: times.finishedAt, outcome };
    await api.repositories.batchItems.addAll([
      BatchItem.parse({
        ...{ schemaVersion: 1, tenantId, line: number + 1, status: "ended", ...place },
        attempts: [{ ...attempt, model: "claude-haiku-5-5" }],
      }),
    ]);
  }
});
afterAll(() => api.close());

async function forecastOf(body: unknown): Promise<Forecast> {
  const answer = await callApi("POST", "/v1/forecasts", { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return Forecast.parse(answer.body);
}

it("a forecast of tasks is drawn from the farm's jobs that have ended, and priced for another model", async () => {
  const tasks = [{ taskId: "alarm", runs: 60 }];
  const { seconds, history, usd } = await forecastOf({ tasks, devices: 6, concurrency: 6 });
  expect(history).toMatchObject({ jobs: 12, from: at(65), drawnFrom: { task: 60 } });
  // Ten in a row and those that are lost, of a minute.
  expect(seconds.median).toBeGreaterThan(590);
  expect(seconds.median).toBeLessThan(1_000);
  expect(usd.median).toBeGreaterThan(0.6);
  const dearer = await forecastOf({ tasks: [{ ...tasks[0], model: "claude-opus-5-5" }], devices: 6 });
  expect(dearer.usd.median).toBeGreaterThan(usd.median * 2);
});

it("a forecast of a rerun is of the items that the rerun would run, with the batch's settings", async () => {
  const lost = await forecastOf({ batchId, which: "inconclusive" });
  expect(lost).toMatchObject({ jobs: 3, devices: 1, concurrency: 4 });
  expect((await forecastOf({ batchId })).jobs).toBe(12);
  const { errors } = await refused(400, "POST", "/v1/forecasts", { body: { batchId, which: "failed" } });
  expect(errors).toMatchObject([{ field: "which", value: "failed" }]);
});

it("a forecast of a deployment in AWS has its quotas and prices", async () => {
  const tasks = [{ taskId: "alarm", runs: 60 }];
  const { usdOf, limits, assumptions } = await forecastOf({ tasks, aws: { scale: "medium" } });
  expect(usdOf.aws).toBeGreaterThan(0.05);
  expect(limits.map(({ limit }) => limit)).toContain("taskTokens");
  expect(assumptions.map(({ name }) => name)).toContain("accountConcurrency");
});

it("what cannot be forecast is refused by its field, and another tenant's batch is not found", async () => {
  const wrong = async (body: unknown) =>
    (await refused(400, "POST", "/v1/forecasts", { body })).errors?.[0]?.field;
  expect(await wrong({})).toBeDefined();
  expect(await wrong({ tasks: [{ taskId: "alarm" }], devices: 0 })).toBe("devices");
  expect(await wrong({ tasks: [{ taskId: "alarm", runs: 0 }] })).toBe("tasks.0.runs");
  await refused(404, "POST", "/v1/forecasts", { tenant: "other", body: { batchId } });
  await refused(403, "POST", "/v1/forecasts", { scope: "devices:read", body: { batchId } });
});
