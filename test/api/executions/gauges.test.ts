import { CreateQueueCommand, PurgeQueueCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { expect, it } from "vitest";
import { tellGauges } from "#api/executions/tell-gauges.ts";
import { unreadCommands } from "#api/executions/unread-commands.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { Device } from "#shared/contracts/device/device.ts";
import { Host } from "#shared/contracts/device/host.ts";
import { PoolName } from "#shared/contracts/values/ids.ts";
import { startFunctions } from "../../functions/start-functions.ts";
import { jobIdOf, sampleFacts, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

const now = new Date("2026-01-01T01:00:00.000Z");
const pool = PoolName.parse("default");
const host = (hostId: string, change: object = {}) =>
  Host.parse({
    ...{ schemaVersion: 1, tenantId, hostId, pool, commandQueueUrl: "http://127.0.0.1/q", state: "online" },
    ...{ version: "1", deviceCount: 1, startedAt: now.toISOString(), heartbeatAt: now.toISOString() },
    ...change,
  });
const device = (hostId: string, change: object = {}) =>
  Device.parse({
    ...sampleFacts(),
    ...{ schemaVersion: 1, hostId, deviceId: `${hostId}.phone`, state: "ready", leaseEpoch: 1 },
    ...{ updatedAt: now.toISOString(), ...change },
  });

it("says of each pool what waits, what is free, and what is silent or kept from work", async () => {
  const functions = await startFunctions();
  const told: unknown[] = [];
  const silent = { heartbeatAt: "2026-01-01T00:50:00.000Z" };
  const job = (n: number, change: object = {}) => sampleJob({ jobId: jobIdOf(n), ...change });
  tellGauges(
    {
      tenantId,
      pools: [pool, PoolName.parse("empty")],
      queued: [
        job(1, { createdAt: "2026-01-01T00:59:00.000Z" }),
        // No other device helps it.
        job(2, { requirements: { deviceId: "host-a.phone" } }),
      ],
      running: [job(3)],
      hosts: [
        host("host-a"),
        host("host-b", silent),
        host("host-c", { ...silent, state: "offline" }),
        host("host-d", { heartbeatAt: "2025-12-01T00:00:00.000Z" }),
        host("host-e", { state: "draining" }),
      ],
      devices: [
        device("host-a"),
        device("host-b"),
        device("host-e"),
        device("host-a", { deviceId: "host-a.other", state: "quarantined" }),
      ],
    },
    new Map([
      ["host-a", 61],
      ["host-e", 3],
    ]),
    { ...runtimeFor("sweep-executions"), now: () => now, metrics: { tell: (...line) => told.push(line) } },
  );
  expect(told).toEqual([
    [
      {
        ...{ WaitingJobs: 1, OldestWaitingSeconds: 60, RunningJobs: 1, Devices: 4, FreeDevices: 1 },
        ...{ QuarantinedDevices: 1, OnlineHosts: 1, SilentHosts: 1, OldestCommandSeconds: 61 },
      },
      "acme/default",
    ],
    [
      {
        ...{ WaitingJobs: 0, OldestWaitingSeconds: 0, RunningJobs: 0, Devices: 0, FreeDevices: 0 },
        ...{ QuarantinedDevices: 0, OnlineHosts: 0, SilentHosts: 0, OldestCommandSeconds: 0 },
      },
      "acme/empty",
    ],
  ]);
  await functions.close();
});

it("[fault D33] says for how long commands have lain at a host that is heard of and takes none", async () => {
  const functions = await startFunctions();
  const { sqs } = functions.storage.clients;
  const { QueueUrl = "" } = await sqs.send(new CreateQueueCommand({ QueueName: "drover_test_acme_host_a" }));
  const hosts = [
    host("host-a", { commandQueueUrl: QueueUrl }),
    // Its queue is gone: the others are told all the same.
    host("host-b"),
    host("host-c", { commandQueueUrl: QueueUrl, state: "draining" }),
  ];
  const lookAfter = (seconds: number) =>
    unreadCommands(
      { hosts: hosts.map((one) => ({ ...one, heartbeatAt: later(seconds).toISOString() })) },
      { ...runtimeFor("sweep-executions"), now: () => later(seconds) },
    );
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  expect(await lookAfter(0)).toEqual(
    new Map([
      ["host-a", 0],
      ["host-b", 0],
    ]),
  );
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "tap" }));
  expect((await lookAfter(60)).get("host-a")).toBe(0);
  expect((await lookAfter(180)).get("host-a")).toBe(120);
  await sqs.send(new PurgeQueueCommand({ QueueUrl }));
  expect((await lookAfter(240)).get("host-a")).toBe(0);
  await functions.close();
});
