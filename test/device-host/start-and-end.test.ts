import { ListQueuesCommand } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLogger } from "#device-host/host-logger.ts";
import type { HostOptions } from "#device-host/host-options.ts";
import { startHost } from "#device-host/start-host.ts";
import { deviceQueueName, hostQueueName, poolQueueName } from "#shared/contracts/farm/queue-names.ts";
import { hostId, stage, tenantId } from "../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "./start-test-farm.ts";

let farm: TestFarm;
beforeEach(async () => {
  farm = await startTestFarm();
});
afterEach(() => farm.close());

const queues = async () => {
  const { QueueUrls = [] } = await farm.storage.clients.sqs.send(new ListQueuesCommand({}));
  return QueueUrls.map((url) => url.split("/").at(-1));
};

describe("a host that is told to stop", () => {
  it("for good takes its queues and its devices' with it, and leaves its pool's", async () => {
    const host = await farm.startHost({ retires: true });
    const { deviceId } = await farm.device(0, (state) => state === "ready");
    const own = [hostQueueName(stage, tenantId, hostId), deviceQueueName(stage, tenantId, deviceId)];
    expect(await queues()).toEqual(expect.arrayContaining(own));
    await host.drain();
    const left = await queues();
    expect(left.filter((name) => own.includes(name ?? ""))).toEqual([]);
    expect(left).toContain(poolQueueName(stage, tenantId, "default"));
    expect(await farm.repositories.hosts.get(tenantId, hostId)).toBeNull();
    expect((await farm.repositories.devices.get(tenantId, deviceId))?.queueUrl).toBeUndefined();
  });

  it("as before every restart leaves them for its next start", async () => {
    const host = await farm.startHost();
    await farm.device(0, (state) => state === "ready");
    await host.drain();
    expect(await queues()).toContain(hostQueueName(stage, tenantId, hostId));
    expect(await farm.repositories.hosts.get(tenantId, hostId)).toMatchObject({ state: "offline" });
  });
});

describe("a host that is asked to end by somebody on its machine", () => {
  const asked = (host: Awaited<ReturnType<TestFarm["startHost"]>>, body: object) =>
    fetch(`${host.apiUrl}/drain`, {
      method: "POST",
      headers: { authorization: `Bearer ${host.apiToken}` },
      body: JSON.stringify(body),
    });

  it("says that it takes no more jobs and how many devices have one, and ends", async () => {
    const host = await farm.startHost();
    await farm.device(0, (state) => state === "ready");
    const answer = await asked(host, { patienceSeconds: 60 });
    expect([answer.status, await answer.json()]).toEqual([
      202,
      expect.objectContaining({ hostId, state: "draining", held: 0 }),
    ]);
    await host.ended;
    expect(await farm.repositories.hosts.get(tenantId, hostId)).toMatchObject({ state: "offline" });
  });

  it("goes on when it is not told for how long its jobs may", async () => {
    const host = await farm.startHost();
    expect((await asked(host, {})).status).toBe(400);
    expect((await asked(host, { patienceSeconds: -1 })).status).toBe(400);
    await farm.device(0, (state) => state === "ready");
  });
});

describe("a host that is started with what does not fit", () => {
  const starting = (change: Partial<HostOptions>) =>
    startHost({
      stage,
      tenantId,
      hostId,
      pool: "default",
      devices: { devices: 1, actionMilliseconds: 0 },
      dir: `${farm.dir}/lost`,
      aws: farm.storage.config,
      tableName: farm.storage.tableName,
      bucketName: farm.storage.bucketName,
      logger: silentLogger,
      ...change,
    });

  it("says how to make a pool that is not there, and makes nothing", async () => {
    await expect(starting({ pool: "tabelts" })).rejects.toMatchObject({
      code: "PoolNotFound",
      advice: [expect.stringContaining("drover pools create tabelts")],
    });
    expect((await queues()).filter((name) => name?.includes("tabelts"))).toEqual([]);
  });

  it("says that its stage is not its pool's, and makes nothing", async () => {
    await farm.makePool();
    await expect(starting({ stage: "prod" })).rejects.toMatchObject({
      code: "ConfigurationInvalid",
      message:
        "Pool 'default' belongs to another stage than 'prod': its queue is drover_test_acme_pool_default.",
    });
    expect((await queues()).filter((name) => name?.startsWith("drover_prod"))).toEqual([]);
  });
});
