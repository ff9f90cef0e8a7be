import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DeviceProvider } from "#device-host/devices/device-provider.ts";
import { virtualDeviceProvider } from "#local/virtual-device-provider.ts";
import { DeviceId } from "#shared/contracts/values/ids.ts";
import { hostId, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const lookSeconds = 0.05;
const retry = { firstSeconds: 0.05, longestSeconds: 0.1 };
const home = { action: "home" } as const;

describe("a host that makes devices for jobs", () => {
  let farm: TestFarm;
  /** Serials in the order in which they were made, and those that are there. */
  let made: string[];
  let there: Set<string>;
  beforeAll(async () => {
    farm = await startTestFarm({ phones: 0 });
  });
  beforeEach(() => {
    made = [];
    there = new Set();
  });
  afterEach(() => farm.hosts.at(-1)?.close());
  afterAll(() => farm.close());

  const provider = (): DeviceProvider => {
    const virtual = virtualDeviceProvider(farm.phones);
    return {
      ...virtual,
      create: async (spec) => {
        made.push(spec.serial);
        there.add(spec.serial);
        return virtual.create(spec);
      },
      destroy: async (serial) => {
        await virtual.destroy(serial);
        there.delete(serial);
      },
    };
  };
  const gone = async (serial = ""): Promise<void> => {
    while (there.has(serial)) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it("[spec G6] makes one while a job waits, shows it like any other, and ends it after the job", async () => {
    const host = await farm.startHost({ made: { provider: provider(), most: 2, lookSeconds } });
    expect(host.work()).toEqual({ held: 0, free: 2 });
    const held = await farm.lease();
    expect(held.lease.deviceId).toBe(`${hostId}.${made[0]}`);
    expect(host.work()).toEqual({ held: 1, free: 1 });
    expect(await farm.repositories.devices.get(tenantId, held.lease.deviceId)).toMatchObject({
      state: "leased",
      leaseJobId: held.jobId,
    });
    expect(await farm.run(held, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
    expect(JSON.parse((await farm.run(held, { kind: "release" })).output ?? "")).toEqual({ clean: true });
    await gone(made[0]);
    expect(await farm.waitFor(held.lease.deviceId, ({ state }) => state === "offline")).toMatchObject({
      stateReason: "It was made for one job and has ended: its job has ended.",
    });
    expect(made).toHaveLength(1);
    expect(farm.phones.devices.list()).toEqual([]);
  });

  it("[spec G6] leaves one ended that adb still lists, whatever else is looked at meanwhile", async () => {
    const real = provider();
    const another = real.capabilities.serials.at(-1) ?? "";
    const slow: DeviceProvider = {
      ...real,
      destroy: async (serial) => {
        await real.create({ serial: another });
        await farm.waitFor(DeviceId.parse(`${hostId}.${another}`), ({ state }) => state === "ready");
        await real.destroy(serial);
      },
    };
    await farm.startHost({ made: { provider: slow, most: 1, lookSeconds } });
    const held = await farm.lease();
    await farm.run(held, { kind: "release" });
    await gone(made[0]);
    expect(await farm.repositories.devices.get(tenantId, held.lease.deviceId)).toMatchObject({
      state: "offline",
      stateReason: "It was made for one job and has ended: its job has ended.",
    });
    await real.destroy(another);
  });

  it("makes no more at once than it may, and the next job gets another device", async () => {
    await farm.startHost({ made: { provider: provider(), most: 1, lookSeconds } });
    const first = await farm.acquire();
    const second = await farm.acquire();
    const heldFirst = await Promise.race([farm.leaseOf(first), farm.leaseOf(second)]);
    expect(made).toHaveLength(1);
    await farm.run(heldFirst, { kind: "release" });
    const heldSecond = await farm.leaseOf(heldFirst.jobId === first.jobId ? second : first);
    expect(heldSecond.lease.deviceId).not.toBe(heldFirst.lease.deviceId);
  });

  it("[fault C15] makes another when one breaks under its job, which fails for its device and not for the agent", async () => {
    await farm.startHost({ made: { provider: provider(), most: 1, lookSeconds } });
    const held = await farm.lease();
    await farm.run(held, setUp);
    await farm.phones.end(made[0] ?? "");
    const broken = await farm.run(held, {
      kind: "perform",
      stepNumber: 1,
      actions: [home],
      modelPicture: null,
      ocr: "never",
    });
    expect(broken.operation).toBe("SendTaskFailure");
    const next = await farm.lease();
    expect(made).toHaveLength(2);
    expect(next.lease.deviceId).toBe(DeviceId.parse(`${hostId}.${made[1]}`));
    expect(await farm.run(next, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
  });

  it("says why it takes no work when devices cannot be made, and goes on once they can", async () => {
    let broken = true;
    const real = provider();
    const failing: DeviceProvider = {
      ...real,
      create: async (spec) => {
        if (broken) throw new Error("no KVM");
        return real.create(spec);
      },
    };
    await farm.startHost({ made: { provider: failing, most: 1, lookSeconds }, beatSeconds: 0.02, retry });
    const waiting = await farm.acquire();
    const stateIs = async (wanted: string) => {
      for (;;) {
        const host = await farm.repositories.hosts.get(tenantId, hostId);
        if (host?.state === wanted) return host;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    expect((await stateIs("degraded")).stateReason).toBe("devices cannot be created: no KVM");
    broken = false;
    expect((await farm.leaseOf(waiting)).lease.deviceId).toBe(`${hostId}.${made[0]}`);
    await stateIs("online");
  });
});
