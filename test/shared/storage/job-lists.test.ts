import { BatchGetCommand, QueryCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { JobOutcome } from "#shared/contracts/job/job.ts";
import { BatchId, JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { createRepositories, type Repositories } from "#shared/storage/repositories.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";
import { at, jobIdOf, sampleJob } from "./sample-records.ts";
import { startStorage, type TestStorage } from "./start-storage.ts";
import { usualRetention } from "./usual-retention.ts";

type JobListRequest = Parameters<Repositories["jobs"]["list"]>[1];

let storage: TestStorage;
let jobs: Repositories["jobs"];
/** What lists read: keys of an index, and whole items. */
let read = { queries: 0, keys: 0, items: 0 };

beforeAll(async () => {
  storage = await startStorage();
  const send = async (command: Parameters<TableClient["send"]>[0]) => {
    const answer: object = await storage.clients.dynamodb.send(command);
    const { Items = [], Responses = {} } = answer as {
      Items?: unknown[];
      Responses?: Record<string, unknown[]>;
    };
    if (command instanceof QueryCommand) {
      read.queries += 1;
      read.keys += Items.length;
    }
    if (command instanceof BatchGetCommand) read.items += Object.values(Responses).flat().length;
    return answer;
  };
  const dynamodb = { send: send as TableClient["send"] };
  jobs = createRepositories({ ...usualRetention, dynamodb, tableName: storage.tableName }).jobs;
});
afterAll(() => storage.close());

/** So many jobs, of which every tenth fails and every fourth of these has a tag; the others have succeeded. */
async function endedJobs(tenantId: TenantId, count: number): Promise<void> {
  const make = async (n: number): Promise<void> => {
    const job = { tenantId, jobId: jobIdOf(n), tags: n % 40 === 0 ? ["nightly"] : [] };
    const succeeded = { status: "finished", outcome: "succeeded", finishedAt: at };
    await jobs.create(sampleJob(n % 10 === 0 ? job : { ...job, ...succeeded }));
    if (n % 10 === 0)
      await jobs.finish({
        tenantId,
        jobId: job.jobId,
        at,
        outcome: "failed",
        outcomeReason: "It was judged.",
      });
  };
  await Promise.all(Array.from({ length: count }, (_, n) => make(n + 1)));
}

async function idsOf(tenantId: TenantId, request: JobListRequest) {
  const { items, nextCursor } = await jobs.list(tenantId, request);
  return { ids: items.map(({ jobId }) => jobId), nextCursor };
}

async function walk(tenantId: TenantId, request: JobListRequest): Promise<readonly string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await idsOf(tenantId, { ...request, cursor });
    seen.push(...page.ids);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return seen;
}

/** As jobs were stored that ended before outcomes had lists: they lie in that of their status. */
async function asBefore(tenantId: TenantId, isMeant: (jobId: string) => boolean): Promise<void> {
  const { Items = [] } = await storage.clients.dynamodb.send(
    new ScanCommand({ TableName: storage.tableName }),
  );
  for (const { pk, sk, jobId, status } of Items.filter((item) => item.tenantId === tenantId))
    if (isMeant(jobId))
      await storage.clients.dynamodb.send(
        new UpdateCommand({
          TableName: storage.tableName,
          Key: { pk, sk },
          UpdateExpression: "SET gsi2pk = :list",
          ExpressionAttributeValues: { ":list": `${tenantId}#jobs#${status}` },
        }),
      );
}

it("reads of all that ended no more jobs than a page of one outcome has, also with a tag", async () => {
  const tenant = TenantId.parse("counted");
  await endedJobs(tenant, 200);
  read = { queries: 0, keys: 0, items: 0 };
  const page = await idsOf(tenant, { limit: 5, filter: { outcome: "failed" } });
  expect(page.ids).toEqual([200, 190, 180, 170, 160].map(jobIdOf));
  expect(read).toEqual({ queries: 2, keys: 6, items: 6 });
  read = { queries: 0, keys: 0, items: 0 };
  const tagged = await walk(tenant, { limit: 5, filter: { outcome: "failed", tag: "nightly" } });
  expect(tagged).toEqual([200, 160, 120, 80, 40].map(jobIdOf));
  // The twenty that failed; and those after the first page of them once more.
  expect(read.items).toBeLessThanOrEqual(30);
});

it("walks what has ended of all outcomes as one list, from either end and within a time", async () => {
  const tenant = TenantId.parse("merged");
  const outcomes = JobOutcome.options;
  const ids = Array.from({ length: 30 }, (_, n) => jobIdOf(n + 1));
  for (const [n, jobId] of ids.entries()) {
    await jobs.create(sampleJob({ tenantId: tenant, jobId }));
    const outcome = outcomes[(n * 7) % outcomes.length] ?? "failed";
    await jobs.finish({ tenantId: tenant, jobId, at, outcome, outcomeReason: "It was judged." });
  }
  for (const limit of [1, 4, 50])
    expect(await walk(tenant, { limit, status: "finished" })).toEqual(ids.toReversed());
  read = { queries: 0, keys: 0, items: 0 };
  const first = await jobs.listOldest(tenant, "finished", { limit: 4 });
  const { items } = await jobs.listOldest(tenant, "finished", { limit: 4, cursor: first.nextCursor });
  expect([...first.items, ...items].map(({ jobId }) => jobId)).toEqual(ids.slice(0, 8));
  expect(read.items).toBe(10);
});

it("looks at no job that is older than the batch whose jobs are asked for", async () => {
  const tenant = TenantId.parse("batched");
  const batchId = BatchId.parse("01K80000000000000000000000");
  const place = {
    batchId,
    itemKey: "0".repeat(20),
    taskId: "wifi",
    variant: "default",
    epoch: 1,
    attempt: 1,
  };
  for (let n = 1; n <= 30; n += 1) await jobs.create(sampleJob({ tenantId: tenant, jobId: jobIdOf(n) }));
  const ids = [1, 2].map((n) => JobId.parse(`01K8${String(n).padStart(22, "0")}`));
  for (const jobId of ids) await jobs.create(sampleJob({ tenantId: tenant, jobId, batch: place }));
  read = { queries: 0, keys: 0, items: 0 };
  expect(await walk(tenant, { limit: 20, filter: { batchId } })).toEqual(ids.toReversed());
  expect(read.items).toBe(2);
});

it("lists jobs that ended before outcomes had lists, in their order among the others [fault D25]", async () => {
  const tenant = TenantId.parse("upgraded");
  await endedJobs(tenant, 50);
  await asBefore(tenant, (jobId) => jobId <= jobIdOf(30));
  const failed = [50, 40, 30, 20, 10].map(jobIdOf);
  for (const limit of [1, 2, 50])
    expect(await walk(tenant, { limit, filter: { outcome: "failed" } })).toEqual(failed);
  expect(await walk(tenant, { limit: 20, status: "finished" })).toHaveLength(50);
  // What happens to such a job later leaves it where it is found.
  await jobs.saveClaim(tenant, jobIdOf(20), { status: "success" } as never);
  expect(await walk(tenant, { limit: 2, filter: { outcome: "failed" } })).toEqual(failed);
});
