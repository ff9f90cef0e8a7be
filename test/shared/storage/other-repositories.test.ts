import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Pool } from "#shared/contracts/farm/pool.ts";
import { HostId, PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import {
  at,
  deviceId,
  hostId,
  jobIdOf,
  otherTenantId,
  sampleError,
  sampleHost,
  tenantId,
} from "./sample-records.ts";
import { startStorage, type TestStorage } from "./start-storage.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

const host = sampleHost();
const later = "2026-01-01T00:00:10.000Z";

describe("hosts", () => {
  it("are kept alive by heartbeats, which make no host that never registered", async () => {
    const { hosts } = storage.repositories;
    await hosts.put(host);
    expect(await hosts.heartbeat(tenantId, hostId, { state: "draining", deviceCount: 1, at: later })).toBe(
      true,
    );
    expect(await hosts.get(tenantId, hostId)).toEqual({
      ...host,
      state: "draining",
      deviceCount: 1,
      heartbeatAt: later,
    });
    const stranger = HostId.parse("stranger");
    expect(await hosts.heartbeat(tenantId, stranger, { state: "online", deviceCount: 0, at })).toBe(false);
    expect(await hosts.get(tenantId, stranger)).toBeNull();
  });

  it("are listed by name in pages", async () => {
    const tenant = TenantId.parse("hostlist");
    for (const name of ["c", "a", "b"]) {
      await storage.repositories.hosts.put({ ...host, tenantId: tenant, hostId: HostId.parse(name) });
    }
    const first = await storage.repositories.hosts.list(tenant, { limit: 2 });
    const rest = await storage.repositories.hosts.list(tenant, { limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...rest.items].map((item) => item.hostId)).toEqual(["a", "b", "c"]);
  });
});

describe("pools", () => {
  it("are registered by each of their hosts and listed for their tenant alone", async () => {
    const pool = (name: string) =>
      Pool.parse({
        schemaVersion: 1,
        tenantId,
        pool: name,
        queueUrl: host.commandQueueUrl,
        apiLevel: 34,
        updatedAt: at,
      });
    const { pools } = storage.repositories;
    for (const name of ["slow", "default", "default"]) await pools.put(pool(name));
    expect((await pools.list(tenantId)).map((item) => item.pool)).toEqual(["default", "slow"]);
    expect(await pools.get(tenantId, PoolName.parse("slow"))).toEqual(pool("slow"));
    expect(await pools.list(otherTenantId)).toEqual([]);
  });
});

describe("error snapshots", () => {
  it("[spec I5.4] are found by their job, and newest first over all jobs", async () => {
    const { errors } = storage.repositories;
    const snapshot = (n: number) =>
      sampleError({ errorId: jobIdOf(n), jobId: jobIdOf(n % 2), screenshotKey: `tenants/acme/${n}.png` });
    for (const n of [1, 2, 3, 4]) await errors.put(snapshot(n));
    expect(await errors.listByJob(tenantId, jobIdOf(1))).toEqual([snapshot(1), snapshot(3)]);
    expect(await errors.get(tenantId, jobIdOf(1), snapshot(3).errorId)).toEqual(snapshot(3));
    const first = await errors.list(tenantId, { limit: 3 });
    const rest = await errors.list(tenantId, { limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...rest.items]).toEqual([4, 3, 2, 1].map(snapshot));
  });
});

describe("a device's reply", () => {
  it("can be read until it expires, whether or not the database has deleted it", async () => {
    const { deviceReplies } = storage.repositories;
    const reply = { tenantId, deviceId, requestId: jobIdOf(1), status: 200, body: "{}" };
    expect(await deviceReplies.get(tenantId, reply.requestId, at)).toBeNull();
    await deviceReplies.put(reply, later);
    expect(await deviceReplies.get(tenantId, reply.requestId, at)).toEqual(reply);
    expect(await deviceReplies.get(otherTenantId, reply.requestId, at)).toBeNull();
    expect(await deviceReplies.get(tenantId, reply.requestId, later)).toBeNull();
  });
});

describe("an idempotency key", () => {
  const claim = { tenantId, key: "order-1", requestHash: "a", jobId: jobIdOf(1), at };
  it("belongs to the first job for a day, and says when the request differs", async () => {
    const { idempotencyKeys } = storage.repositories;
    expect(await idempotencyKeys.claim(claim)).toEqual({ jobId: jobIdOf(1), same: true });
    expect(await idempotencyKeys.claim({ ...claim, jobId: jobIdOf(2) })).toEqual({
      jobId: jobIdOf(1),
      same: true,
    });
    expect(await idempotencyKeys.claim({ ...claim, requestHash: "b" })).toMatchObject({ same: false });
    const nextDay = { ...claim, jobId: jobIdOf(3), at: "2026-01-02T00:00:01.000Z" };
    expect(await idempotencyKeys.claim(nextDay)).toEqual({ jobId: jobIdOf(3), same: true });
  });

  it("is released only by the job that holds it", async () => {
    const { idempotencyKeys } = storage.repositories;
    const own = { ...claim, key: "order-2" };
    await idempotencyKeys.claim(own);
    await idempotencyKeys.release(tenantId, own.key, jobIdOf(9));
    expect((await idempotencyKeys.claim({ ...own, jobId: jobIdOf(2) })).jobId).toBe(jobIdOf(1));
    await idempotencyKeys.release(tenantId, own.key, jobIdOf(1));
    expect((await idempotencyKeys.claim({ ...own, jobId: jobIdOf(2) })).jobId).toBe(jobIdOf(2));
  });
});
