import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JobId, Ulid } from "#shared/contracts/values/ids.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";
import { at, sampleJob, tenantId } from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";
import { usualRetention } from "../usual-retention.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

/** A new process: it has read nothing yet. */
function newProcess() {
  const read = { whole: 0 };
  const { dynamodb } = storage.clients;
  const send = (command: Parameters<TableClient["send"]>[0]) => {
    if (command instanceof BatchGetCommand)
      for (const { Keys = [] } of Object.values(command.input.RequestItems ?? {})) read.whole += Keys.length;
    return dynamodb.send(command);
  };
  const counted = { send } as TableClient;
  const { tableName } = storage;
  return { read, jobs: createRepositories({ ...usualRetention, tableName, dynamodb: counted }).jobs };
}

const many = 120;
const usage = { calls: 1, inputTokens: 1, outputTokens: 1, cachedTokens: 0, cacheWrittenTokens: 0 };

describe("the facts of jobs that have ended", () => {
  const ids = Array.from({ length: many }, () => JobId.parse(ulid(Date.parse(at))));
  const [first = JobId.parse(ulid())] = ids;
  beforeAll(async () => {
    for (const jobId of ids) {
      await storage.repositories.jobs.create(sampleJob({ jobId, task: `Look up ${jobId}` }));
      await storage.repositories.jobs.finish({
        tenantId,
        jobId,
        at,
        outcome: "failed",
        outcomeReason: "No.",
      });
    }
  });
  const search = (filter: object, sort?: "-cost") => {
    const { jobs, read } = newProcess();
    return jobs.list(tenantId, { limit: 1, filter, sort }).then(({ items }) => ({
      found: items.map(({ jobId }) => jobId),
      readWhole: read.whole,
    }));
  };

  it("are all that a search reads of them, but for the jobs that it shows", async () => {
    expect(await search({ text: `no. ${first.toLowerCase()}` })).toEqual({ found: [first], readWhole: 1 });
  });

  it("follow what is added to a job later: a review and the cost of another question", async () => {
    const { jobs } = storage.repositories;
    const reviewId = Ulid.parse(ulid());
    await jobs.saveReview(tenantId, first, { reviewId, at, by: "Ada", verdict: "succeeded" });
    await jobs.addUsage(tenantId, first, {
      usage: { ...usage, thinkingTokens: 0, costUsd: 2, pricedCalls: 1 },
    });
    expect((await search({ text: "look", reviewed: true })).found).toEqual([first]);
    expect((await search({}, "-cost")).found).toEqual([first]);
  });

  it("go with the job", async () => {
    await storage.repositories.jobs.remove(tenantId, first);
    expect((await search({ text: first })).found).toEqual([]);
  });
});
