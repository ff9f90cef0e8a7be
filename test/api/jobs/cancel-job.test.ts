import { DescribeExecutionCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JobResponse, PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import {
  at,
  deviceId,
  hostId,
  sampleJob,
  sampleStep,
  tenantId,
} from "../../shared/storage/sample-records.ts";
import { executionArn } from "../../state-machines/read-executions.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const submit = async (): Promise<JobId> =>
  JobResponse.parse((await callApi("POST", "/v1/jobs", { body: { task: "x" } })).body).jobId;
const cancel = async (jobId: JobId): Promise<PublicJob> =>
  PublicJob.parse((await callApi("POST", `/v1/jobs/${jobId}/cancel`)).body);
const claim = (jobId: JobId, acquisition: number) =>
  api.repositories.jobs.claim({
    tenantId,
    jobId,
    acquisition,
    deviceId,
    hostId,
    leaseEpoch: acquisition,
    at,
  });
const execution = (jobId: JobId) =>
  api.sfn.send(new DescribeExecutionCommand({ executionArn: executionArn("job", jobId) }));

describe("cancelling a job that waits", () => {
  it("for its first device ends it and its execution at once", async () => {
    const jobId = await submit();
    expect(await cancel(jobId)).toMatchObject({ status: "finished", outcome: "cancelled" });
    expect(await execution(jobId)).toMatchObject({ status: "ABORTED", error: "JobCancelled" });
    expect(await claim(jobId, 1)).toBeNull();
  });

  it("for its second device does so too, with all that it did on the first", async () => {
    const jobId = await submit();
    await claim(jobId, 1);
    await api.repositories.steps.put(sampleStep({ jobId }));
    await api.repositories.jobs.requeue(sampleJob({ jobId }), 0, api.clock.now);
    expect(await cancel(jobId)).toMatchObject({
      status: "finished",
      outcome: "cancelled",
      outcomeReason: "It was cancelled while it waited for a device.",
      metrics: { recoveries: 0 },
    });
    expect(await execution(jobId)).toMatchObject({ status: "ABORTED" });
    const trajectory = Trajectory.parse((await callApi("GET", `/v1/jobs/${jobId}/trajectory`)).body);
    expect([trajectory.job.outcome, trajectory.steps.length]).toEqual(["cancelled", 1]);
    // The command that waits in the pool's queue is refused when a host takes it.
    expect(await claim(jobId, 2)).toBeNull();
  });

  it("loses to the host that claimed first: the job then ends at its next turn", async () => {
    const jobId = await submit();
    await claim(jobId, 1);
    await api.repositories.jobs.requeue(sampleJob({ jobId }), 0, api.clock.now);
    await claim(jobId, 2);
    expect(await cancel(jobId)).toMatchObject({ status: "running", cancelRequestedAt: expect.any(String) });
    expect(await execution(jobId)).toMatchObject({ status: "RUNNING" });
  });

  it("happens once: an ended job says how it ended", async () => {
    const jobId = await submit();
    await cancel(jobId);
    expect((await refused(409, "POST", `/v1/jobs/${jobId}/cancel`)).code).toBe("JobFinished");
  });
});
