import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRepositories } from "#shared/storage/repositories.ts";
import { readsTogether } from "#shared/storage/table/reads-together.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";
import { jobIdOf, sampleError, sampleJob, sampleStep, tenantId } from "./sample-records.ts";
import { startStorage, type TestStorage } from "./start-storage.ts";
import { usualRetention } from "./usual-retention.ts";

const jobId = jobIdOf(1);
const otherId = jobIdOf(2);

let storage: TestStorage;
let queries: QueryCommand["input"][];
/** The partitions of items that were read by themselves. */
let gets: unknown[];
let failure: Error | undefined;
let together: ReturnType<typeof createRepositories>;

beforeAll(async () => {
  storage = await startStorage();
  const { jobs, steps, errors } = storage.repositories;
  await jobs.create(sampleJob({ jobId }));
  for (const stepNumber of [1, 2, 3]) await steps.put(sampleStep({ jobId, stepNumber }));
  await steps.put(sampleStep({ jobId: otherId, stepNumber: 1 }));
  for (const n of [7, 8]) await errors.put(sampleError({ jobId, errorId: jobIdOf(n) }));
  const client = storage.clients.dynamodb;
  const send = async (command: { readonly input: object }) => {
    if (failure !== undefined) throw failure;
    if (command instanceof GetCommand) gets.push(command.input.Key?.pk);
    if (!(command instanceof QueryCommand)) return client.send(command as never);
    queries.push(command.input);
    // A page is a megabyte in the table, and three items here.
    return client.send(new QueryCommand({ ...command.input, Limit: command.input.Limit ?? 3 }));
  };
  const dynamodb = readsTogether({ send } as unknown as TableClient);
  const { tableName } = storage;
  together = createRepositories({ ...usualRetention, dynamodb, tableName });
});
afterAll(() => storage.close());
beforeEach(() => {
  queries = [];
  gets = [];
  failure = undefined;
});

describe("lists that are asked for in one turn of the event loop", () => {
  it("are read with one Query of their partition, page by page, each in its own range", async () => {
    const { steps, errors, plans } = together;
    const read = await Promise.all([
      steps.from(tenantId, jobId, 2),
      errors.listByJob(tenantId, jobId),
      plans.listByJob(tenantId, jobId),
    ]);
    const { repositories } = storage;
    expect(read).toEqual([
      await repositories.steps.from(tenantId, jobId, 2),
      await repositories.errors.listByJob(tenantId, jobId),
      [],
    ]);
    expect(read.map(({ length }) => length)).toEqual([2, 2, 0]);
    expect(queries.map(({ ExclusiveStartKey }) => ExclusiveStartKey?.sk)).toEqual([
      undefined,
      "job",
      "step#0003",
    ]);
  });

  it("bring single items of their partition with them, and leave those of other partitions", async () => {
    const { jobs, steps, errors } = together;
    const [job, , , other] = await Promise.all([
      jobs.get(tenantId, jobId),
      steps.from(tenantId, jobId, 1),
      errors.listByJob(tenantId, jobId),
      jobs.get(tenantId, otherId),
    ]);
    expect(job).toEqual(await storage.repositories.jobs.get(tenantId, jobId));
    expect(other).toBeNull();
    expect(gets).toEqual([`${tenantId}#job#${otherId}`]);
  });

  it("go as they are when they have a partition of their own, a limit or another order", async () => {
    const { steps, errors } = together;
    const page = { limit: 1 };
    const [mine, others, newest] = await Promise.all([
      errors.listByJob(tenantId, jobId),
      steps.from(tenantId, otherId, 1),
      steps.list(tenantId, jobId, { ...page, newestFirst: true }),
    ]);
    expect([mine.length, others.length]).toEqual([2, 1]);
    expect(newest.items.map(({ stepNumber }) => stepNumber)).toEqual([3]);
    expect(queries.every(({ KeyConditionExpression }) => / AND /.test(KeyConditionExpression ?? ""))).toBe(
      true,
    );
  });

  it("fail together when the table does", async () => {
    failure = new Error("away");
    const { errors, plans } = together;
    const ended = await Promise.allSettled([
      errors.listByJob(tenantId, jobId),
      plans.listByJob(tenantId, jobId),
    ]);
    expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
