import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DeviceId, HostId, TenantId } from "#shared/contracts/values/ids.ts";
import type { DeviceClaim } from "#shared/storage/devices/device-leases.ts";
import { at, hostId, jobIdOf, sampleFacts, tenantId } from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";

let storage: TestStorage;
let devices: TestStorage["repositories"]["devices"];
beforeAll(async () => {
  storage = await startStorage();
  devices = storage.repositories.devices;
});
afterAll(() => storage.close());

const soon = "2026-01-01T00:01:00.000Z";
const later = "2026-01-01T00:02:00.000Z";
let count = 0;
const newDevice = async (state: "ready" | "dirty" = "ready") => {
  const deviceId = DeviceId.parse(`${hostId}.phone-${++count}`);
  await devices.register(sampleFacts({ deviceId }), at);
  if (state === "ready") await devices.transition({ tenantId, deviceId, epoch: 0, state, at });
  return deviceId;
};
const claimOf = (deviceId: DeviceId, change: Partial<DeviceClaim> = {}): DeviceClaim => ({
  tenantId,
  deviceId,
  jobId: jobIdOf(1),
  expiresAt: soon,
  at,
  allowDirty: false,
  ...change,
});

describe("registering a device", () => {
  it("begins dirty, and seeing it again changes neither its state nor its lease", async () => {
    const deviceId = await newDevice();
    await devices.claim(claimOf(deviceId));
    const seen = await devices.register(sampleFacts({ deviceId, androidRelease: "15" }), later);
    expect(seen).toMatchObject({
      state: "leased",
      leaseEpoch: 1,
      leaseJobId: jobIdOf(1),
      androidRelease: "15",
    });
    const unseen = await devices.register(sampleFacts({ deviceId: DeviceId.parse("host-a.new") }), at);
    expect(unseen).toMatchObject({ state: "dirty", leaseEpoch: 0 });
  });
});

describe("claiming a device", () => {
  it("is repeated after its answer was lost, at an epoch that nobody else knows", async () => {
    const deviceId = await newDevice();
    const first = await devices.claim(claimOf(deviceId));
    const again = await devices.claim(claimOf(deviceId));
    expect(again).toMatchObject({ state: "leased", leaseEpoch: (first?.leaseEpoch ?? 0) + 1 });
    expect(await devices.claim(claimOf(deviceId, { jobId: jobIdOf(9) }))).toBeNull();
  });

  it("is repeated likewise when the device is taken as it is", async () => {
    const deviceId = await newDevice();
    const parked = { state: "quarantined", quarantinedBy: "operator", reason: "as it is" } as const;
    await devices.transition({ tenantId, deviceId, epoch: 0, ...parked, at });
    const asItIs = claimOf(deviceId, { asItIs: true, at: soon });
    expect(await devices.claim(asItIs)).toMatchObject({ leaseEpoch: 1 });
    expect(await devices.claim(asItIs)).toMatchObject({ leaseEpoch: 2, quarantinedBy: "operator" });
  });

  it("gives a free device to exactly one, at a raised epoch", async () => {
    const deviceId = await newDevice();
    const claims = await Promise.all(
      Array.from({ length: 6 }, (_, n) => devices.claim(claimOf(deviceId, { jobId: jobIdOf(n + 10) }))),
    );
    const won = claims.filter((device) => device !== null);
    expect(won).toHaveLength(1);
    expect(won[0]).toMatchObject({ state: "leased", leaseEpoch: 1, leaseExpiresAt: soon });
  });

  it("gives a dirty device only to who will clean it", async () => {
    const deviceId = await newDevice("dirty");
    expect(await devices.claim(claimOf(deviceId))).toBeNull();
    const cleaner = await devices.claim(claimOf(deviceId, { jobId: null, allowDirty: true }));
    expect(cleaner).toMatchObject({ state: "cleaning", leaseEpoch: 1 });
    expect(cleaner?.leaseJobId).toBeUndefined();
  });

  it("[fault D18] takes a lease that ran out for void, though its item is still there", async () => {
    const deviceId = await newDevice();
    await devices.claim(claimOf(deviceId));
    expect(await devices.claim(claimOf(deviceId, { at: soon, allowDirty: true }))).toBeNull();
    expect(await devices.claim(claimOf(deviceId, { at: later, allowDirty: false }))).toBeNull();
    expect(
      await devices.claim(claimOf(deviceId, { at: later, allowDirty: true, jobId: jobIdOf(2) })),
    ).toMatchObject({ leaseEpoch: 2, leaseJobId: jobIdOf(2) });
  });

  it("leaves offline and quarantined devices alone", async () => {
    for (const state of ["offline", "quarantined"] as const) {
      const deviceId = await newDevice();
      await devices.transition({ tenantId, deviceId, epoch: 0, state, reason: "It flapped.", at });
      expect(await devices.claim(claimOf(deviceId, { allowDirty: true, at: later }))).toBeNull();
    }
  });
});

describe("holding a lease", () => {
  it("is renewed by its own epoch alone, and not once given back", async () => {
    const deviceId = await newDevice();
    await devices.claim(claimOf(deviceId));
    const lease = { tenantId, deviceId, expiresAt: later, at };
    expect(await devices.renew({ ...lease, epoch: 2 })).toBe(false);
    expect(await devices.renew({ ...lease, epoch: 1 })).toBe(true);
    expect((await devices.get(tenantId, deviceId))?.leaseExpiresAt).toBe(later);
    await devices.transition({ tenantId, deviceId, epoch: 1, state: "ready", at });
    expect(await devices.renew({ ...lease, epoch: 1 })).toBe(false);
  });

  it("changes state at its own epoch alone; giving back clears the lease and keeps the epoch", async () => {
    const deviceId = await newDevice();
    await devices.claim(claimOf(deviceId));
    expect(await devices.transition({ tenantId, deviceId, epoch: 7, state: "ready", at })).toBeNull();
    const cleaning = await devices.transition({ tenantId, deviceId, epoch: 1, state: "cleaning", at });
    expect(cleaning).toMatchObject({ leaseJobId: jobIdOf(1), leaseExpiresAt: soon });
    const kept = await devices.transition({
      tenantId,
      deviceId,
      epoch: 1,
      state: "quarantined",
      reason: "x".repeat(900),
      at,
    });
    expect(kept).toMatchObject({ leaseEpoch: 1, stateReason: "x".repeat(500) });
    expect(kept?.leaseJobId).toBeUndefined();
    expect(kept?.leaseExpiresAt).toBeUndefined();
  });
});

describe("listing devices", () => {
  it("pages through a tenant's devices by id and finds those of one host", async () => {
    const tenant = TenantId.parse("lister");
    const ids = ["host-a.1", "host-a.2", "host-ab.1", "host-b.1"].map((id) => DeviceId.parse(id));
    for (const deviceId of ids) await devices.register(sampleFacts({ tenantId: tenant, deviceId }), at);
    const first = await devices.list(tenant, { limit: 3 });
    const second = await devices.list(tenant, { limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map((device) => device.deviceId)).toEqual(ids);
    expect(second.nextCursor).toBeUndefined();
    const own = await devices.listByHost(tenant, HostId.parse("host-a"));
    expect(own.map((device) => device.deviceId)).toEqual(ids.slice(0, 2));
  });
});
