import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Retention } from "#shared/contracts/farm/retention.ts";
import { PoolName } from "#shared/contracts/values/ids.ts";
import { keptUntil, spareDays } from "#shared/rules/retention.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import {
  deviceId,
  hostId,
  jobIdOf,
  sampleError,
  sampleFacts,
  sampleJob,
  sampleStep,
  tenantId,
} from "./sample-records.ts";
import { startStorage, type TestStorage } from "./start-storage.ts";

const now = new Date("2026-01-01T00:00:00.000Z");
const secondsAfter = (days: number): number => now.getTime() / 1_000 + days * 86_400;

let storage: TestStorage;
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

const ttls = async (jobId: string): Promise<unknown[]> => {
  const { clients, tableName } = storage;
  const { Items = [] } = await clients.dynamodb.send(new ScanCommand({ TableName: tableName }));
  return Items.filter((item) => item.jobId === jobId).map((item) => item.ttl);
};

it.each([
  ["as many days as the project says", {}, 30],
  ["fewer when its tenant keeps less", { tenants: { [tenantId]: 7 } }, 7],
])("a job's items are deleted by the table after %s", async (_words, given, days) => {
  const { dynamodb } = storage.clients;
  const retention = Retention.parse(given);
  const access = { dynamodb, tableName: storage.tableName, retention, now: () => now };
  const { jobs, steps, errors } = createRepositories(access);
  const jobId = jobIdOf(700 + days);
  await jobs.create(sampleJob({ jobId }));
  await steps.put(sampleStep({ jobId, stepNumber: 1 }));
  await errors.put(sampleError({ jobId }));
  const after = secondsAfter(days + spareDays);
  expect(await ttls(jobId)).toEqual([after, after, after]);
  expect(await jobs.get(tenantId, jobId)).not.toHaveProperty("deleteAfter");
});

it("a host and a device are forgotten sixty days after they were last heard of, and not while they are", async () => {
  const { dynamodb } = storage.clients;
  const access = { dynamodb, tableName: storage.tableName, retention: Retention.parse({}), now: () => now };
  const { hosts, devices } = createRepositories(access);
  const ttlsOf = async () => {
    const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: storage.tableName }));
    return Items.filter(({ sk }) => sk === "host" || sk === "device").map(({ ttl }) => ttl);
  };
  const at = now.toISOString();
  await hosts.put({
    ...{ schemaVersion: 1, tenantId, hostId, pool: PoolName.parse("default"), state: "online", version: "1" },
    ...{ commandQueueUrl: "http://127.0.0.1/q", deviceCount: 1, startedAt: at, heartbeatAt: at },
  });
  await devices.register(sampleFacts(), at);
  expect(await ttlsOf()).toEqual([secondsAfter(60), secondsAfter(60)]);
  const later = new Date(now.getTime() + 5 * 86_400_000).toISOString();
  await hosts.heartbeat(tenantId, hostId, { state: "online", deviceCount: 1, at: later });
  await devices.keep(tenantId, deviceId, later);
  expect(await ttlsOf()).toEqual([secondsAfter(65), secondsAfter(65)]);
  expect(await devices.get(tenantId, deviceId)).not.toHaveProperty("deleteAfter");
});

it("what ended is kept for its tenant's days from its end on", () => {
  const retention = Retention.parse({ days: 30, tenants: { [tenantId]: 7 } });
  expect(keptUntil(retention, tenantId, now.toISOString())).toBe("2026-01-08T00:00:00.000Z");
});

it("no tenant keeps more than the bucket does", () => {
  const { error } = Retention.safeParse({ days: 30, tenants: { [tenantId]: 31 } });
  expect(error?.issues[0]).toMatchObject({
    path: ["tenants"],
    message: expect.stringContaining("raise 'days'"),
  });
});
