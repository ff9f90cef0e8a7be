import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import { startTables, type Tables } from "@drover/aws-local";
import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DeviceId } from "#shared/contracts/values/ids.ts";
import type { WireRequest, WireResponse } from "#shared/http/wire.ts";
import { type AwsClients, closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import { tableDefinition } from "#shared/storage/table/table-definition.ts";
import { at, hostId, jobIdOf, sampleFacts, sampleJob, tenantId } from "./sample-records.ts";
import { usualRetention } from "./usual-retention.ts";

/** A table behind a server that refuses requests as the service does when a partition is too hot. */
const tableName = "drover-test";
let dir: string;
let tables: Tables;
let server: LoopbackServer;
let clients: AwsClients;
let devices: ReturnType<typeof createRepositories>["devices"];
let jobs: ReturnType<typeof createRepositories>["jobs"];
let refusalsLeft = 0;
let refused: string[] = [];
let written: string[] = [];

const throttled = {
  ProvisionedThroughputExceededException:
    "The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.",
  ThrottlingException: "Throughput exceeds the current capacity of your table or index.",
} as const;
let fault: keyof typeof throttled;

const operationOf = (request: WireRequest): string => request.headers["x-amz-target"]?.split(".")[1] ?? "";

async function answer(request: WireRequest): Promise<WireResponse> {
  const operation = operationOf(request);
  if (refusalsLeft > 0) {
    refusalsLeft -= 1;
    refused.push(operation);
    return {
      status: 400,
      headers: { "content-type": "application/x-amz-json-1.0" },
      body: JSON.stringify({
        __type: `com.amazonaws.dynamodb.v20120810#${fault}`,
        message: throttled[fault],
      }),
    };
  }
  written.push(operation);
  return tables.service(request);
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-throttled-"));
  tables = await startTables({ dataDir: dir });
  server = await startLoopbackServer({
    answer,
    bodyLimitBytes: 1_000_000,
    tooLarge: { status: 413, headers: {}, body: "" },
  });
  clients = createAwsClients({
    region: "us-east-1",
    endpoints: { dynamodb: server.url },
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  await clients.dynamodb.send(new CreateTableCommand(tableDefinition(tableName)));
  ({ devices, jobs } = createRepositories({ ...usualRetention, dynamodb: clients.dynamodb, tableName }));
});
afterAll(async () => {
  closeAwsClients(clients);
  await server.close();
  tables.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  [refused, written, refusalsLeft] = [[], [], 0];
});

let count = 0;
async function readyDevice(): Promise<DeviceId> {
  const deviceId = DeviceId.parse(`${hostId}.phone-${++count}`);
  await devices.register(sampleFacts({ deviceId }), at);
  await devices.transition({ tenantId, deviceId, epoch: 0, state: "ready", at });
  [refused, written] = [[], []];
  return deviceId;
}
const claim = (deviceId: DeviceId, job: number) =>
  devices.claim({
    tenantId,
    deviceId,
    jobId: jobIdOf(job),
    expiresAt: "2026-01-01T00:01:00.000Z",
    at,
    allowDirty: false,
  });

it.each(["ProvisionedThroughputExceededException", "ThrottlingException"] as const)(
  "[fault D11] waits out %s, and claims the device once",
  async (kind) => {
    fault = kind;
    const deviceId = await readyDevice();
    refusalsLeft = 2;
    const claimed = await claim(deviceId, 1);
    expect(claimed).toMatchObject({ state: "leased", leaseEpoch: 1, leaseJobId: jobIdOf(1) });
    expect(refused).toEqual(["UpdateItem", "UpdateItem"]);
    expect(written).toEqual(["UpdateItem"]);
  },
);

it("[fault D11] answers the loser of two claims that were throttled with null, and no error", async () => {
  fault = "ThrottlingException";
  const deviceId = await readyDevice();
  refusalsLeft = 3;
  const claims = await Promise.all([claim(deviceId, 1), claim(deviceId, 2)]);
  expect(claims.filter((one) => one !== null)).toHaveLength(1);
  expect(claims).toContain(null);
  expect(await devices.get(tenantId, deviceId)).toMatchObject({ leaseEpoch: 1 });
});

it("[fault D11] never asks again after a condition that failed: that is an answer", async () => {
  const deviceId = await readyDevice();
  await claim(deviceId, 1);
  written = [];
  expect(await claim(deviceId, 2)).toBeNull();
  expect(written).toEqual(["UpdateItem"]);
});

it("[fault D11] stores a job whose table throttles first, and lists it", async () => {
  fault = "ProvisionedThroughputExceededException";
  refusalsLeft = 1;
  await jobs.create(sampleJob());
  refusalsLeft = 2;
  const { items } = await jobs.list(tenantId, { limit: 10 });
  expect(items.map(({ jobId }) => jobId)).toEqual([jobIdOf(1)]);
  expect(refused).toHaveLength(3);
});

it("[fault D11] gives up on a table that keeps throttling with an error that says so and may be retried", async () => {
  fault = "ThrottlingException";
  const deviceId = await readyDevice();
  refusalsLeft = Number.POSITIVE_INFINITY;
  await expect(claim(deviceId, 1)).rejects.toMatchObject({
    code: "StorageUnavailable",
    retryable: true,
    message: "Could not claim the device.",
    details: { errorName: "ThrottlingException" },
  });
  refusalsLeft = 0;
  expect(await devices.get(tenantId, deviceId)).toMatchObject({ state: "ready", leaseEpoch: 0 });
});
