import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { Batch } from "#shared/contracts/batch/batch.ts";
import { Question } from "#shared/contracts/job/question.ts";
import { Recovery } from "#shared/contracts/recovery/recovery.ts";
import { BatchId, TenantId } from "#shared/contracts/values/ids.ts";
import { Webhook, WebhookId } from "#shared/contracts/webhook/webhook.ts";
import type { DeliveryKey, WebhookDelivery } from "#shared/contracts/webhook/webhook-delivery.ts";
import { WebhookEventType } from "#shared/contracts/webhook/webhook-event.ts";
import { createRepositories, type Repositories } from "#shared/storage/repositories.ts";
import { at, deviceId, jobIdOf, sampleFacts, sampleJob } from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";
import { usualRetention } from "../usual-retention.ts";

let storage: TestStorage;
let repositories: Repositories;
let tenantId: TenantId;
let tenants = 0;
let relayed: DeliveryKey[];
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());
beforeEach(() => {
  tenantId = TenantId.parse(`told-${++tenants}`);
  relayed = [];
  repositories = createRepositories({
    ...usualRetention,
    dynamodb: storage.clients.dynamodb,
    tableName: storage.tableName,
    relay: async (keys) => void relayed.push(...keys),
  });
});

const webhookId = WebhookId.parse("01W00000000000000000000001");
const listen = async (change: Partial<Webhook> = {}): Promise<Webhook> => {
  const webhook = Webhook.parse({
    ...{ schemaVersion: 1, tenantId, webhookId, url: "https://example.com/hook", description: "" },
    ...{ events: WebhookEventType.options, enabled: true, createdAt: at, updatedAt: at, ...change },
  });
  await repositories.webhooks.create(webhook);
  return webhook;
};
const deliveriesOf = async (id = webhookId): Promise<readonly WebhookDelivery[]> =>
  (await repositories.webhookDeliveries.list({ tenantId, webhookId: id }, { limit: 50 })).items;
const told = async () => (await deliveriesOf()).map(({ event }) => event);
const newJob = async (change: Record<string, unknown> = {}) => {
  const job = sampleJob({ tenantId, jobId: jobIdOf(tenants), ...change });
  await repositories.jobs.create(job);
  return job;
};
const finish = (job: { readonly jobId: ReturnType<typeof jobIdOf> }) =>
  repositories.jobs.finish({
    tenantId,
    jobId: job.jobId,
    at,
    outcome: "failed",
    outcomeReason: "It\u202e is\nover.",
  });

it("a job's end and its event are one write, and the event is handed on when both are there", async () => {
  await listen();
  const job = await newJob({ tags: ["smoke"] });
  expect((await finish(job))?.outcome).toBe("failed");
  const [event, ...more] = await told();
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    type: "job.finished",
    data: { jobId: job.jobId, outcome: "failed", reason: "It is over.", tags: ["smoke"], finishedAt: at },
  });
  expect(relayed).toEqual([{ tenantId, webhookId, eventId: event?.id }]);
  // Finished again it is not told again.
  await finish(job);
  expect(await deliveriesOf()).toHaveLength(1);
});

it("a job that is counted for a quota, and one that is cancelled while it waits, are told of too", async () => {
  await listen();
  const job = await newJob({ quotaShard: 3 });
  await finish(job);
  const waiting = await newJob({ jobId: jobIdOf(900) });
  expect(await repositories.jobs.cancel(tenantId, waiting.jobId, at)).toBe("cancelled");
  const outcomes = (await told()).map(({ data }) => ("outcome" in data ? data.outcome : null));
  expect(outcomes.toSorted()).toEqual(["cancelled", "failed"]);
});

it("of two that end a job at once, the one that ends it is told of", async () => {
  await listen();
  const job = await newJob();
  const [ended, cancelled] = await Promise.all([
    finish(job),
    repositories.jobs.cancel(tenantId, job.jobId, at),
  ]);
  const [event, ...more] = await told();
  expect(more).toEqual([]);
  expect(event?.data).toMatchObject({ outcome: ended !== null ? "failed" : "cancelled" });
  expect((ended !== null) === (cancelled === "cancelled")).toBe(false);
});

it("nothing is written where nobody listens, nor for a part of a workflow", async () => {
  await listen({ enabled: false });
  await listen({ webhookId: WebhookId.parse("01W00000000000000000000002"), events: ["batch.finished"] });
  await finish(await newJob());
  await repositories.webhooks.change({ tenantId, webhookId }, { enabled: true }, at);
  await finish(await newJob({ jobId: jobIdOf(901), parentJobId: jobIdOf(1) }));
  expect(await deliveriesOf()).toEqual([]);
  expect(relayed).toEqual([]);
});

it("a webhook that asks for tags hears of jobs that have them all", async () => {
  await listen({ filter: { tags: ["nightly", "login"] } });
  await finish(await newJob({ jobId: jobIdOf(902), tags: ["nightly"] }));
  const both = await newJob({ jobId: jobIdOf(903), tags: ["login", "x", "nightly"] });
  await finish(both);
  expect((await told()).map(({ data }) => ("jobId" in data ? data.jobId : null))).toEqual([both.jobId]);
});

it("a batch is told of each time it ends, and not when it only changes", async () => {
  await listen();
  const batchId = BatchId.parse("01B00000000000000000000001");
  const batch = Batch.parse({
    ...{
      schemaVersion: 1,
      tenantId,
      batchId,
      name: "nightly",
      status: "running",
      settings: {},
      lineCount: 3,
    },
    ...{ manifest: [], createdAt: at },
  });
  await repositories.batches.create(batch);
  const become = (status: Batch["status"]) =>
    repositories.batches.change(tenantId, batchId, () => ({ status, statusReason: "By its rule." }));
  for (const status of ["paused", "running", "failed", "running", "finished", "finished"] as const)
    await become(status);
  const statuses = (await told()).map(({ data }) => ("status" in data ? data.status : null));
  expect(statuses.toSorted()).toEqual(["failed", "finished"]);
});

it("questions, recoveries that did not help and quarantined devices are told of once", async () => {
  await listen();
  const { jobId } = await newJob({ tags: ["a"] });
  const question = Question.parse({
    ...{ schemaVersion: 1, tenantId, jobId, questionId: "3", stepNumber: 3, text: "Which one?" },
    ...{ askedAt: at, until: at, status: "open" },
  });
  expect([await repositories.questions.ask(question), await repositories.questions.ask(question)]).toEqual([
    true,
    false,
  ]);
  const recovery = Recovery.parse({
    ...{ schemaVersion: 1, tenantId, jobId, recoveryNumber: 1, recoveryId: `${jobId}-1`, source: "error" },
    ...{ category: "timeout", exception: "It took too long.", stepNumber: 1, startedAt: at },
  });
  await repositories.recoveries.create(recovery);
  const over = {
    ...recovery,
    outcome: "not_recovered",
    reason: "No plan worked.",
    endedAt: at,
    turn: 9,
  } as const;
  expect([await repositories.recoveries.save(over), await repositories.recoveries.save(over)]).toEqual([
    true,
    false,
  ]);
  const { devices } = repositories;
  await devices.register(sampleFacts({ tenantId }), at);
  for (const _again of [1, 2]) {
    const lease = {
      tenantId,
      deviceId,
      jobId: null,
      expiresAt: at,
      at,
      allowDirty: true,
      allowQuarantined: true,
    };
    const epoch = (await devices.claim(lease))?.leaseEpoch ?? 0;
    const change = { tenantId, deviceId, epoch, reason: "It does not answer.", at } as const;
    expect(
      (await devices.transition({ ...change, state: "quarantined", quarantinedBy: "host" }))?.state,
    ).toBe("quarantined");
  }
  expect((await told()).map(({ type }) => type).toSorted()).toEqual([
    "device.quarantined",
    "question.asked",
    "recovery.failed",
  ]);
});

it("what is recorded again after a crash is the same event", async () => {
  await listen();
  const fact = {
    type: "budget.reached",
    data: {
      scope: "day",
      day: "2026-01-01",
      dimension: "usd",
      limit: 5,
      links: { spending: "/v1/spending" },
    },
  } as const;
  await repositories.webhookEvents.record(tenantId, "day 2026-01-01 usd 5", fact);
  await repositories.webhookEvents.record(tenantId, "day 2026-01-01 usd 5", fact);
  await repositories.webhookEvents.record(tenantId, "day 2026-01-01 usd 9", fact);
  expect(await deliveriesOf()).toHaveLength(2);
  expect(relayed).toHaveLength(2);
});

it("what is due is found by the sweep of its own tenant alone, until it is sent", async () => {
  await listen();
  await finish(await newJob());
  const { webhookDeliveries } = repositories;
  const later = "2026-01-01T00:05:00.000Z";
  const [key] = await webhookDeliveries.overdue(tenantId, later, 10);
  expect(key).toEqual(relayed[0]);
  expect(await webhookDeliveries.overdue(tenantId, at, 10)).toEqual([]);
  expect(await webhookDeliveries.overdue(TenantId.parse("another"), later, 10)).toEqual([]);
  const [delivery] = await deliveriesOf();
  if (delivery === undefined) throw new Error("none");
  const { dueAt: _due, ...rest } = delivery;
  expect(await webhookDeliveries.replace(rest, { status: "delivered" })).not.toBeNull();
  // Somebody else has written it since.
  expect(await webhookDeliveries.replace(rest, { status: "failed" })).toBeNull();
  expect(await webhookDeliveries.overdue(tenantId, later, 10)).toEqual([]);
});
