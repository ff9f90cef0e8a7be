import { Batch } from "#shared/contracts/batch/batch.ts";
import { TaskRun } from "#shared/contracts/batch/task-runs.ts";
import { Snapshot } from "#shared/contracts/device/snapshot.ts";
import { Pool } from "#shared/contracts/farm/pool.ts";
import { Question } from "#shared/contracts/job/question.ts";
import { Recovery } from "#shared/contracts/recovery/recovery.ts";
import { LiveLink } from "#shared/contracts/session/live-link.ts";
import { DeviceId, type JobId, PoolName, type TenantId } from "#shared/contracts/values/ids.ts";
import { Webhook } from "#shared/contracts/webhook/webhook.ts";
import { Turn } from "#shared/contracts/workflow/turn.ts";
import type { Repositories } from "#shared/storage/repositories.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { at, jobIdOf, sampleError, sampleFacts, sampleHost, sampleJob } from "./sample-records.ts";

/** A kind of item that an index lists: how one is made, and every list that its indexes answer. */
interface IndexedRecord {
  readonly make: (
    repositories: Repositories,
    tenantId: TenantId,
    n: number,
    index?: string,
  ) => Promise<unknown>;
  readonly lists: Readonly<
    Record<string, (repositories: Repositories, tenantId: TenantId) => Promise<readonly unknown[]>>
  >;
}

const later = "2999-01-01T00:00:00.000Z";
const all = { limit: 5 } as const;
const id = (n: number): JobId => jobIdOf(n);
const failed = { status: "finished", outcome: "failed", finishedAt: at };
const webhookId = Webhook.shape.webhookId.parse("01W00000000000000000000001");
/** Each tenant's own token. */
const hashOf = (tenantId: string): string => tenantId.padEnd(43, "h");
const agentOf = Turn.shape.agent.parse("mine");
const pool = PoolName.parse("default");

/** By the kind's name and its indexes' as the entities have them. */
export const indexedRecords: Readonly<Record<string, IndexedRecord>> = {
  job: {
    make: ({ jobs }, tenantId, n, index) =>
      jobs.create(sampleJob({ tenantId, jobId: id(n), ...(index === "byOutcome" ? failed : {}) })),
    lists: {
      byTenant: async ({ jobs }, tenantId) => (await jobs.list(tenantId, all)).items,
      byStatus: async ({ jobs }, tenantId) => (await jobs.listOldest(tenantId, "queued", all)).items,
      byOutcome: async ({ jobs }, tenantId) =>
        (await jobs.list(tenantId, { ...all, filter: { outcome: "failed" } })).items,
    },
  },
  error: {
    make: ({ errors }, tenantId, n) => errors.put(sampleError({ tenantId, jobId: id(n), errorId: id(n) })),
    lists: { byTenant: async ({ errors }, tenantId) => (await errors.list(tenantId, all)).items },
  },
  batch: {
    make: ({ batches }, tenantId, n) =>
      batches.create(
        Batch.parse({
          ...{ schemaVersion: 1, tenantId, batchId: id(n), name: `nightly-${n}`, status: "running" },
          ...{ settings: {}, lineCount: 0, manifest: [], createdAt: at },
        }),
      ),
    lists: { byTenant: async ({ batches }, tenantId) => (await batches.list(tenantId, all)).items },
  },
  device: {
    make: ({ devices }, tenantId, n) =>
      devices.register(sampleFacts({ tenantId, deviceId: DeviceId.parse(`host-a.emulator-${n}`) }), at),
    lists: { byTenant: async ({ devices }, tenantId) => (await devices.list(tenantId, all)).items },
  },
  host: {
    make: ({ hosts }, tenantId, n) =>
      hosts.put(sampleHost({ tenantId, hostId: sampleHost().hostId.replace("a", `a${n}`) as never })),
    lists: { byTenant: async ({ hosts }, tenantId) => (await hosts.list(tenantId, all)).items },
  },
  snapshot: {
    make: ({ snapshots }, tenantId, n) =>
      snapshots.put(
        Snapshot.parse({
          ...{ schemaVersion: 1, tenantId, snapshotId: id(n), deviceId: "host-a.emulator-5554" },
          ...{ hostId: "host-a", kind: "person", createdAt: at, expiresAt: later, milliseconds: 5 },
          ...{ package: "com.example", touched: [], holdsSecrets: false },
        }),
      ),
    lists: { byTenant: async ({ snapshots }, tenantId) => (await snapshots.list(tenantId, all)).items },
  },
  question: {
    make: ({ questions }, tenantId, n) =>
      questions.ask(
        Question.parse({
          ...{ schemaVersion: 1, tenantId, jobId: id(n), questionId: "3", stepNumber: 3, text: "Which?" },
          ...{ askedAt: at, until: later, status: "open" },
        }),
      ),
    lists: {
      byStatus: async ({ questions }, tenantId) =>
        (await questions.list(tenantId, { ...all, status: "open" })).items,
    },
  },
  recovery: {
    make: ({ recoveries }, tenantId, n) =>
      recoveries.create(
        Recovery.parse({
          ...{ schemaVersion: 1, tenantId, jobId: id(n), recoveryNumber: 1, recoveryId: `${id(n)}-1` },
          ...{ source: "error", category: "timeout", exception: "It took too long.", stepNumber: 1 },
          startedAt: at,
        }),
      ),
    lists: { byTenant: async ({ recoveries }, tenantId) => (await recoveries.list(tenantId, all)).items },
  },
  taskRuns: {
    make: ({ taskRuns }, tenantId, n) =>
      taskRuns.add(tenantId, `task-${n}` as never, [
        TaskRun.parse({
          ...{ batchId: id(n), batchName: "nightly", variant: "default", at, runs: 1, successes: 1 },
          ...{ others: 0, mixed: false, jobId: id(n) },
        }),
      ]),
    lists: { byTenant: async ({ taskRuns }, tenantId) => (await taskRuns.list(tenantId, all)).items },
  },
  turn: {
    make: ({ turns }, tenantId, n) =>
      turns.open(
        Turn.parse({
          ...{ schemaVersion: 1, tenantId, jobId: id(n), turnId: id(n), stepNumber: 1, agent: agentOf, pool },
          ...{ status: "open", openedAt: at, until: later, claimableAt: at, input: turnInput(id(n)) },
        }),
      ),
    lists: {
      waiting: ({ turns }, tenantId) => turns.waiting({ tenantId, agent: agentOf, pool, at, limit: 5 }),
    },
  },
  webhookDelivery: {
    make: async ({ webhooks, webhookEvents }, tenantId, n) => {
      const url = "https://example.com/hook";
      const webhook = { schemaVersion: 1, tenantId, webhookId, url, description: "", enabled: true };
      const events = ["budget.reached"];
      if ((await webhooks.list(tenantId)).length === 0)
        await webhooks.create(Webhook.parse({ ...webhook, events, createdAt: at, updatedAt: at }));
      const day = { scope: "day", day: "2026-01-01", dimension: "usd" } as const;
      const data = { ...day, limit: n, links: { spending: "/v1/spending" } };
      await webhookEvents.record(tenantId, `day ${n}`, { type: "budget.reached", data });
    },
    lists: {
      due: ({ webhookDeliveries }, tenantId) => webhookDeliveries.overdue(tenantId, later, 5),
      byTime: async ({ webhookDeliveries }, tenantId) =>
        (await webhookDeliveries.list({ tenantId, webhookId }, all)).items,
    },
  },
  liveLink: {
    make: ({ liveLinks }, tenantId, n) =>
      liveLinks.create(
        LiveLink.parse({
          ...{ schemaVersion: 1, tenantId, jobId: id(n), linkId: id(n), tokenHash: hashOf(tenantId) },
          ...{ createdAt: at, expiresAt: later },
        }),
      ),
    lists: {
      byToken: async ({ liveLinks }, tenantId) => {
        const found = await Promise.all(["evil", "acme"].map((one) => liveLinks.byToken(hashOf(one))));
        return found.filter((link) => link?.tenantId === tenantId);
      },
    },
  },
  pool: {
    make: ({ pools }, tenantId, n) =>
      pools.put(
        Pool.parse({ schemaVersion: 1, tenantId, pool: `pool-${n}`, queueUrl: "http://q", updatedAt: at }),
      ),
    lists: {
      byDeployment: async ({ pools }, tenantId) =>
        (await pools.listAll()).filter((one) => one.tenantId === tenantId),
    },
  },
};
