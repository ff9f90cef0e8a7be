import { createHash } from "node:crypto";
import { DescribeExecutionCommand, ListExecutionsCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { JobResponse, type SubmittedJob } from "#shared/contracts/api/responses/job-response.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import { startedAt } from "../../functions/start-functions.ts";
import { jobIdOf, tenantId } from "../../shared/storage/sample-records.ts";
import { executionArn } from "../../state-machines/read-executions.ts";
import { callApi, refused } from "../call-api.ts";
import { queueUrlOf, startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const submit = async (body: unknown, key?: string) => {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  const answer = await callApi("POST", "/v1/jobs", { body, headers });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { ...answer, job: JobResponse.parse(answer.body) };
};
const executions = async () => {
  const stateMachineArn = api.environment.DROVER_JOB_STATE_MACHINE_ARN;
  const { executions: found = [] } = await api.sfn.send(new ListExecutionsCommand({ stateMachineArn }));
  return found;
};
const executionOf = (jobId: string) =>
  api.sfn.send(new DescribeExecutionCommand({ executionArn: executionArn("job", jobId) }));
const stored = async () => (await api.repositories.jobs.list(tenantId, { limit: 100 })).items.length;

describe("submitting a job", () => {
  it("gives each job a marker of its own for its prompts, and shows it to nobody", async () => {
    const [one, two] = [await submit({ task: "x" }), await submit({ task: "x" })];
    const kept = await Promise.all(
      [one, two].map(({ job }) => api.repositories.jobs.get(tenantId, job.jobId)),
    );
    const markers = kept.map((job) => job?.promptMarker ?? "");
    expect(markers).toEqual([
      expect.stringMatching(/^[0-9a-f]{16}$/),
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ]);
    expect(markers[0]).not.toBe(markers[1]);
    const read = await callApi("GET", `/v1/jobs/${one.job.jobId}`);
    expect(JSON.stringify([one.body, read.body])).not.toContain(markers[0]);
  });

  it("stores it, starts its execution under its id with a pointer to it, and says where it is", async () => {
    const { job, headers } = await submit({ task: "  Turn on Bluetooth " });
    expect(job).toMatchObject({
      task: "Turn on Bluetooth",
      status: "queued",
      pool: "default",
      limits: { maxSteps: 50 },
      models: { agent: {} },
    });
    expect(headers.location).toBe(`/v1/jobs/${job.jobId}`);
    const kept = await api.repositories.jobs.get(tenantId, job.jobId);
    expect(kept).toMatchObject({ poolQueueUrl: queueUrlOf("default"), status: "queued" });
    const execution = await executionOf(job.jobId);
    expect(execution.name).toBe(job.jobId);
    expect(JSON.parse(String(execution.input))).toEqual({ schemaVersion: 1, tenantId, jobId: job.jobId });
  });

  it("shows an agent that works from pictures alone nothing else, whatever was asked for", async () => {
    const models = { agent: { dialect: "ui-tars" } };
    const perception = { tree: "always", picture: "auto", metadata: false };
    expect((await submit({ task: "x", models, perception })).job.perception).toMatchObject({
      tree: "never",
      picture: "always",
      metadata: false,
    });
    expect((await submit({ task: "x" })).job.perception).toMatchObject({ tree: "always", picture: "auto" });
  });

  it("takes the pool that the requirements choose", async () => {
    await api.addPool("android-15", 35);
    expect((await submit({ task: "x", requirements: { minApiLevel: 35 } })).job.pool).toBe("android-15");
    expect((await submit({ task: "x", requirements: { pool: "android-15" } })).job.pool).toBe("android-15");
    expect((await submit({ task: "x" })).job.pool).toBe("default");
  });

  it("warns of a password in the task, without saying it again", async () => {
    const warned = (await submit({ task: "Log in with password hunter2!" })).body as SubmittedJob;
    expect(warned.warnings).toEqual([expect.stringContaining("seems to contain a password")]);
    expect(JSON.stringify(warned.warnings)).not.toContain("hunter2");
    expect((await submit({ task: "Open the password settings" })).body).toMatchObject({ warnings: [] });
  });

  it("writes a task's words to no log above debug level, accepted or refused", async () => {
    await submit({ task: "Buy sevenleague boots" });
    await refused(400, "POST", "/v1/jobs", { body: { task: `sevenleague${"x".repeat(9_000)}` } });
    const told = api.lines.filter((line) => line.includes("sevenleague"));
    expect(told.map((line) => JSON.parse(line).level)).toEqual(["DEBUG"]);
  });

  it.each(["Text 👨‍👩‍👧 to the family", "بنویس می‌خواهم"])(
    "takes joiners as the text they are: %s",
    async (task) => {
      const validators = [{ kind: "uiText", contains: task }];
      expect((await submit({ task, validators })).job).toMatchObject({ task, validators });
    },
  );

  it("accepts a body that the gateway has encoded", async () => {
    const answer = await callApi("POST", "/v1/jobs", { body: { task: "Öffne die Uhr 🕢" }, base64: true });
    expect(JobResponse.parse(answer.body).task).toBe("Öffne die Uhr 🕢");
  });
});

describe("a job's model", () => {
  it("has a price when the job has a limit in dollars", async () => {
    const limits = { maxCostUsd: 0.5 };
    const of = (model: string) => ({ task: "x", limits, models: { agent: { model } } });
    const problem = await refused(400, "POST", "/v1/jobs", { body: of("some-model-of-mine") });
    expect(problem.errors).toMatchObject([
      {
        field: "limits.maxCostUsd",
        message: expect.stringMatching(/'some-model-of-mine' has no price.*drover\.config\.ts/),
      },
    ]);
    await submit(of("claude-sonnet-5-5"));
  });

  it("[spec I1.1] is told at once what it will not take, and of which field", async () => {
    const agent = { model: "claude-haiku-4-5", effort: "high" };
    const problem = await refused(400, "POST", "/v1/jobs", { body: { task: "x", models: { agent } } });
    expect(problem.errors).toEqual([
      {
        field: "models.agent.effort",
        value: "high",
        message: expect.stringContaining(
          "'claude-haiku-4-5' supports no effort. Leave models.agent.effort out",
        ),
      },
    ]);
    const planner = { model: "claude-sonnet-5-5", temperature: 0.2 };
    expect(
      await refused(400, "POST", "/v1/jobs", { body: { task: "x", models: { planner } } }),
    ).toMatchObject({
      errors: [{ field: "models.planner.temperature", value: "0.2" }],
    });
  });

  it("is refused once its service has ended it, naming what to use instead; nothing is stored", async () => {
    const before = await stored();
    const body = { task: "x", models: { agent: { model: "claude-sonnet-4-5" } } };
    const { now } = api.clock;
    api.clock.now = new Date("2026-12-01T00:00:00Z");
    try {
      const problem = await refused(400, "POST", "/v1/jobs", { body });
      expect(problem.errors).toEqual([
        {
          field: "models.agent.model",
          value: "claude-sonnet-4-5",
          message: "The model 'claude-sonnet-4-5' was retired on 2026-11-30. Use claude-sonnet-5-5.",
        },
      ]);
    } finally {
      api.clock.now = now;
    }
    expect(await stored()).toBe(before);
    await submit(body);
  });
});

describe("an Idempotency-Key", () => {
  it("gives one job and one execution, also to requests at the same moment", async () => {
    const before = [await stored(), (await executions()).length];
    const jobs = await Promise.all(Array.from({ length: 5 }, () => submit({ task: "x" }, "key-1")));
    expect(new Set(jobs.map(({ job }) => job.jobId)).size).toBe(1);
    expect([await stored(), (await executions()).length]).toEqual(before.map((count) => Number(count) + 1));
  });

  it("is refused for another request, by name", async () => {
    await submit({ task: "x" }, "key-2");
    const problem = await refused(409, "POST", "/v1/jobs", {
      body: { task: "y" },
      headers: { "idempotency-key": "key-2" },
    });
    expect(problem).toMatchObject({ code: "IdempotencyConflict", errors: [{ field: "idempotency-key" }] });
  });

  it("is another one for another tenant", async () => {
    await api.addPool("default", 34, "other");
    const { job } = await submit({ task: "x" }, "key-3");
    const theirs = await callApi("POST", "/v1/jobs", {
      body: { task: "y" },
      headers: { "idempotency-key": "key-3" },
      tenant: "other",
    });
    expect(theirs.status).toBe(201);
    expect(JobResponse.parse(theirs.body).jobId).not.toBe(job.jobId);
  });

  it("goes on where a request broke off before its execution was started", async () => {
    const jobId = jobIdOf(77);
    const body = { task: "x" };
    const { idempotencyKeys, jobs } = api.repositories;
    const requestHash = createHash("sha256")
      .update(JSON.stringify(JobRequest.parse(body)))
      .digest("hex");
    await idempotencyKeys.claim({ tenantId, key: "key-4", requestHash, jobId, at: startedAt });
    const { job } = await submit(body, "key-4");
    expect(job.jobId).toBe(jobId);
    expect(await executionOf(jobId)).toMatchObject({ name: jobId });
    // Sent again while it waits: its execution is the same.
    await submit(body, "key-4");
    expect(await jobs.get(tenantId, jobId)).toMatchObject({ status: "queued" });
    expect(await executionOf(jobId)).toMatchObject({ status: "RUNNING" });
  });
});

describe("a job that cannot be started", () => {
  let lame: TestApi;
  beforeEach(async () => {
    const missing = "arn:aws:states:us-east-1:000000000000:stateMachine:missing";
    lame = await startApi({ DROVER_JOB_STATE_MACHINE_ARN: missing });
  });

  it("ends as inconclusive and gives its Idempotency-Key back, so that nothing waits for ever", async () => {
    const headers = { "idempotency-key": "key-5" };
    const problem = await refused(500, "POST", "/v1/jobs", { body: { task: "x" }, headers });
    expect(problem.code).toBe("ConfigurationInvalid");
    const [job] = (await lame.repositories.jobs.list(tenantId, { limit: 1 })).items;
    expect(job).toMatchObject({ status: "finished", outcome: "inconclusive" });
    await refused(500, "POST", "/v1/jobs", { body: { task: "another" }, headers });
    expect((await lame.repositories.jobs.list(tenantId, { limit: 9 })).items).toHaveLength(2);
    await lame.close();
    // The runtime is one per process: the other API again.
    await api.close();
    api = await startApi();
  });
});
