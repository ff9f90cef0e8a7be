import { CreateQueueCommand, ListQueuesCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mostRemovedQueues, silentDays } from "#api/executions/retire-hosts.ts";
import { handler } from "#functions/retire-hosts.ts";
import { deviceQueueName, hostQueueName, poolQueueName } from "#shared/contracts/farm/queue-names.ts";
import { DeviceId, HostId, TenantId } from "#shared/contracts/values/ids.ts";
import { Stage } from "#shared/contracts/values/stage.ts";
import { sampleFacts, sampleHost, stage, tenantId } from "../shared/storage/sample-records.ts";
import { invoke, startFunctions, type TestFunctions } from "./start-functions.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

const day = 86_400_000;
/** Queues are made now: the farm's clock stands as long after that as a test needs. */
const inDays = (days: number): void => {
  functions.clock.now = new Date(Date.now() + days * day);
};
beforeEach(() => inDays(silentDays + 1));
const retire = () => invoke(handler, {});
const sqs = () => functions.storage.clients.sqs;
const makeQueue = (name: string) => sqs().send(new CreateQueueCommand({ QueueName: name }));
const queues = async () => {
  const { QueueUrls = [] } = await sqs().send(new ListQueuesCommand({}));
  return QueueUrls.map((url) => url.split("/").at(-1));
};
const heardOf = async (id: string, daysAgo: number, tenant = tenantId) => {
  const hostId = HostId.parse(id);
  const heartbeatAt = new Date(functions.clock.now.getTime() - daysAgo * day).toISOString();
  await functions.repositories.hosts.put(sampleHost({ tenantId: tenant, hostId, heartbeatAt }));
  await makeQueue(hostQueueName(stage, tenant, hostId));
  const deviceId = DeviceId.parse(`${id}.emulator-5554`);
  const queueUrl = `http://127.0.0.1:1/000000000000/${deviceQueueName(stage, tenant, deviceId)}`;
  await functions.repositories.devices.register(
    sampleFacts({ tenantId: tenant, hostId, deviceId, queueUrl }),
    heartbeatAt,
  );
  await makeQueue(deviceQueueName(stage, tenant, deviceId));
  return {
    hostId,
    deviceId,
    own: [hostQueueName(stage, tenant, hostId), deviceQueueName(stage, tenant, deviceId)],
  };
};

describe("hosts that were silent", () => {
  it("for longer than two weeks are forgotten, with their queues and their devices' of whatever tenant", async () => {
    const gone = await heardOf("gone", silentDays + 0.1);
    const other = TenantId.parse("acme-eu");
    const theirs = await heardOf("gone", silentDays + 5, other);
    expect(await retire()).toEqual({ hosts: 2, queues: 4 });
    const left = await queues();
    for (const name of [...gone.own, ...theirs.own]) expect(left).not.toContain(name);
    expect(await functions.repositories.hosts.get(tenantId, gone.hostId)).toBeNull();
    const device = await functions.repositories.devices.get(tenantId, gone.deviceId);
    expect(device).not.toBeNull();
    expect(device?.queueUrl).toBeUndefined();
  });

  it("for less keep theirs, with what waits in them", async () => {
    const quiet = await heardOf("quiet", silentDays - 0.1);
    const living = await heardOf("h".repeat(32), 0, TenantId.parse("t".repeat(32)));
    expect(await retire()).toEqual({ hosts: 0, queues: 0 });
    expect(await queues()).toEqual(expect.arrayContaining([...quiet.own, ...living.own]));
  });
});

describe("queues of no host that is known", () => {
  it("go when they are as old, and not before: their host may just be starting", async () => {
    const name = hostQueueName(stage, tenantId, "starting");
    await makeQueue(name);
    inDays(silentDays - 1);
    expect(await retire()).toMatchObject({ queues: 0 });
    inDays(silentDays + 1);
    expect(await retire()).toMatchObject({ queues: 1 });
    expect(await queues()).not.toContain(name);
  });

  it("go no more than so many at once, and the rest with the next call", async () => {
    for (let number = 0; number < mostRemovedQueues + 3; number += 1)
      await makeQueue(hostQueueName(stage, tenantId, `lost-${number}`));
    expect(await retire()).toMatchObject({ queues: mostRemovedQueues });
    expect(await retire()).toMatchObject({ queues: 3 });
  });
});

it("leaves pools, other stages and strangers alone", async () => {
  const kept = [
    poolQueueName(stage, tenantId, "host_old"),
    hostQueueName(Stage.parse("prod"), tenantId, "old"),
    "drover_test_dead-letters",
    "drover-acme-host-old",
    "somebodys_host_queue",
  ];
  for (const name of kept) await makeQueue(name);
  await retire();
  expect(await queues()).toEqual(expect.arrayContaining(kept));
});
