import { DescribeExecutionCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SubmittedJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { at, jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";
import { executionArn } from "../../state-machines/read-executions.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const validators = [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }];
/** A job that was submitted, and has ended. */
async function endedJob(body: Record<string, unknown> = {}): Promise<Job> {
  const answer = await callApi("POST", "/v1/jobs", {
    body: { task: "Log in", validators, tags: ["a"], limits: { maxSteps: 7 }, ...body },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { jobId } = SubmittedJob.parse(answer.body);
  await api.repositories.jobs.finish({ tenantId, jobId, at, outcome: "failed", outcomeReason: "x" });
  const job = await api.repositories.jobs.get(tenantId, jobId);
  if (job === null) throw new Error("it was just stored");
  return job;
}
const retried = async (jobId: string, key?: string): Promise<SubmittedJob> => {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  const answer = await callApi("POST", `/v1/jobs/${jobId}/retry`, { headers });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return SubmittedJob.parse(answer.body);
};

describe("retrying a job", () => {
  it("submits the same request as a new job that names the first", async () => {
    const first = await endedJob();
    const again = await retried(first.jobId);
    expect(again.jobId).not.toBe(first.jobId);
    const { task, tags, limits, supervision, policy } = first;
    expect(again).toMatchObject({
      task,
      validators,
      tags,
      limits,
      supervision,
      policy,
      retryOf: first.jobId,
    });
    expect(again).toMatchObject({ status: "queued", stepCount: 0 });
    const started = { executionArn: executionArn("job", again.jobId) };
    expect(await api.sfn.send(new DescribeExecutionCommand(started))).toMatchObject({ name: again.jobId });
  });

  it("keeps what a script job ran, and its parameters", async () => {
    const script = { version: 1, task: "Log in", steps: [{ tap: "{{button}}" }] };
    const source = { kind: "script", script, parameters: { button: "OK" }, heal: false };
    const again = await retried((await endedJob({ source })).jobId);
    expect(again.source).toMatchObject({
      kind: "script",
      steps: 1,
      heal: false,
      parameters: { button: "OK" },
    });
  });

  it("makes one job of two requests with the same Idempotency-Key, and refuses the key for another job", async () => {
    const [one, other] = [await endedJob(), await endedJob()];
    const first = await retried(one.jobId, "k-1");
    expect((await retried(one.jobId, "k-1")).jobId).toBe(first.jobId);
    const url = `/v1/jobs/${other.jobId}/retry`;
    const problem = await refused(409, "POST", url, { headers: { "idempotency-key": "k-1" } });
    expect(problem.code).toBe("IdempotencyConflict");
  });

  it("refuses a job that runs, a part of a workflow, and one of another tenant", async () => {
    const { jobs } = api.repositories;
    const [running, part] = [jobIdOf(1), jobIdOf(2)];
    await jobs.create(sampleJob({ jobId: running }));
    await jobs.create(
      sampleJob({ jobId: part, parentJobId: running, status: "finished", outcome: "failed" }),
    );
    expect((await refused(409, "POST", `/v1/jobs/${running}/retry`)).code).toBe("NotReady");
    expect((await refused(400, "POST", `/v1/jobs/${part}/retry`)).detail).toContain(running);
    expect((await refused(404, "POST", `/v1/jobs/${part}/retry`, { tenant: "other" })).code).toBe("NotFound");
    expect((await refused(403, "POST", `/v1/jobs/${part}/retry`, { scope: "jobs:read" })).code).toBe(
      "Forbidden",
    );
  });
});
