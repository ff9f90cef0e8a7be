import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handler } from "#functions/api.ts";
import { EndEvent } from "#shared/contracts/api/events.ts";
import { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { lambdaContext } from "../../functions/start-functions.ts";
import {
  at,
  jobIdOf,
  sampleJob,
  sampleObservation,
  sampleStep,
  tenantId,
} from "../../shared/storage/sample-records.ts";
import { apiEvent, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";
import { eventsOf, type ReadEvent } from "./stream-reader.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let made = 0;
async function newJob(): Promise<JobId> {
  made += 1;
  await api.repositories.jobs.create(sampleJob({ jobId: jobIdOf(made) }));
  return jobIdOf(made);
}
const put = (jobId: JobId, stepNumber: number) =>
  api.repositories.steps.put(sampleStep({ jobId, stepNumber }));
const finish = (jobId: JobId) =>
  api.repositories.jobs.finish({ tenantId, jobId, at, outcome: "succeeded", outcomeReason: "done" });

/** What a reader gets who asks a while later, as Lambda answers it. */
async function asked(jobId: JobId, lastEventId?: string): Promise<string> {
  api.clock.now = new Date(api.clock.now.getTime() + 1_000);
  const headers = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const answer = (await handler(
    apiEvent("GET", `/v1/jobs/${jobId}/events`, { headers }),
    lambdaContext,
  )) as APIGatewayProxyStructuredResultV2;
  expect(answer).toMatchObject({
    statusCode: 200,
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
  });
  return answer.body ?? "";
}
const read = async (jobId: JobId, lastEventId?: string): Promise<readonly ReadEvent[]> =>
  eventsOf(await asked(jobId, lastEventId));
const told = (events: readonly ReadEvent[]) =>
  events.map(({ name, data }) => (name === "step" ? `step ${data.stepNumber}` : name));
const lastOf = (events: readonly ReadEvent[]): string => events.at(-1)?.id ?? "";

describe("a job's events", () => {
  it("begin with the job and its steps as they are now, each as its route answers it", async () => {
    const jobId = await newJob();
    await put(jobId, 1);
    const events = await read(jobId);
    expect(told(events)).toEqual(["job", "step 1"]);
    expect(JobResponse.parse(events[0]?.data)).toMatchObject({ jobId, status: "queued" });
    expect(StepResponse.parse(events[1]?.data)).toMatchObject({ jobId, stepNumber: 1, links: {} });
    expect(JSON.stringify(events)).not.toContain("poolQueueUrl");
  });

  it("tell what changed after the last event that was heard, and nothing twice", async () => {
    const jobId = await newJob();
    await put(jobId, 1);
    const first = lastOf(await read(jobId));
    expect(await read(jobId, first)).toEqual([]);
    await api.repositories.steps.verify({
      tenantId,
      jobId,
      stepNumber: 1,
      verifiedAt: at,
      screenChanged: true,
    });
    await put(jobId, 2);
    const more = await read(jobId, first);
    expect(told(more)).toEqual(["step 1", "step 2"]);
    expect(more[0]?.data).toMatchObject({ verifiedAt: at, screenChanged: true });
    expect(await read(jobId, lastOf(more))).toEqual([]);
  });

  it("go on in the middle of an answer that broke off", async () => {
    const jobId = await newJob();
    for (const step of [1, 2, 3]) await put(jobId, step);
    const all = await read(jobId);
    for (const [index, { id }] of all.entries())
      expect(told(await read(jobId, id))).toEqual(told(all.slice(index + 1)));
  });

  it("come to a reader who was away for three hundred steps whole, in order, once", async () => {
    const jobId = await newJob();
    await put(jobId, 1);
    let last = lastOf(await read(jobId));
    for (let step = 2; step <= 300; step += 1) await put(jobId, step);
    await finish(jobId);
    const heard: ReadEvent[] = [];
    while (heard.at(-1)?.name !== "end") {
      heard.push(...(await read(jobId, last)));
      last = lastOf(heard);
    }
    const steps = heard.flatMap(({ name, data }) => (name === "step" ? [data.stepNumber] : []));
    expect(steps).toEqual(Array.from({ length: 299 }, (_one, index) => index + 2));
  });

  it("have ids that rise", async () => {
    const jobId = await newJob();
    for (const step of [1, 2, 3]) await put(jobId, step);
    const first = await read(jobId);
    await put(jobId, 4);
    const ids = [...first, ...(await read(jobId, lastOf(first)))].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("end when the job has ended, after all its steps and the job as it ended", async () => {
    const jobId = await newJob();
    const first = lastOf(await read(jobId));
    await put(jobId, 1);
    await finish(jobId);
    const events = await read(jobId, first);
    expect(told(events)).toEqual(["step 1", "job", "end"]);
    expect(EndEvent.parse(events.at(-1)?.data)).toEqual({ status: "finished", outcome: "succeeded" });
  });

  it("say how soon to ask again, and begin anew for an id that is none", async () => {
    const jobId = await newJob();
    expect(await asked(jobId)).toMatch(/^retry: 1000\n/);
    expect(told(await read(jobId, "no id of ours"))).toEqual(["job"]);
  });

  it("do not tell a step again when only the link to its picture would be another", async () => {
    const jobId = await newJob();
    const after = sampleObservation({ screenshotKey: `tenants/${tenantId}/jobs/${jobId}/x.png` });
    await api.repositories.steps.put(sampleStep({ jobId, after }));
    const first = await read(jobId);
    expect(StepResponse.parse(first[1]?.data).links.screenshot).toContain("X-Amz-Signature");
    api.clock.now = new Date(api.clock.now.getTime() + 600_000);
    expect(await read(jobId, lastOf(first))).toEqual([]);
  });

  it("are of the tenant's own jobs, with the scope for reading", async () => {
    const jobId = await newJob();
    const url = `/v1/jobs/${jobId}/events`;
    expect((await refused(404, "GET", url, { tenant: "other" })).code).toBe("NotFound");
    expect((await refused(403, "GET", url, { scope: "devices:read" })).code).toBe("Forbidden");
  });
});
