import { afterAll, beforeAll, expect, it } from "vitest";
import type { Runtime } from "#agent/runtime/services.ts";
import { startExecution } from "#api/jobs/start-execution.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { sampleJob, tenantId } from "../../shared/storage/sample-records.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it("[fault D11] acknowledges a job that runs, although the name of its execution could not be stored", async () => {
  const job = sampleJob({ status: "queued" });
  const { repositories } = api;
  await repositories.jobs.create(job);
  const setExecutionArn = () =>
    Promise.reject(new DroverError("StorageUnavailable", "The table is throttled."));
  const warned: string[] = [];
  const runtime = {
    repositories: { ...repositories, jobs: { ...repositories.jobs, setExecutionArn } },
    clients: { sfn: async () => api.sfn },
    environment: { DROVER_JOB_STATE_MACHINE_ARN: "arn:aws:states:us-east-1:000000000000:stateMachine:job" },
    logger: { warn: (message: string) => warned.push(message) },
  } as unknown as Runtime<"api">;
  const started = await startExecution(job, "key-1", runtime);
  expect(started.executionArn).toMatch(new RegExp(`:job:${job.jobId}$`));
  expect(await repositories.jobs.get(tenantId, job.jobId)).toMatchObject({ status: "queued" });
  expect(warned).toEqual(["execution not stored"]);
});
