import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;

describe("a job that names its device", () => {
  let farm: TestFarm;
  beforeEach(async () => {
    farm = await startTestFarm({ phones: 2 });
    await farm.startHost();
    await Promise.all([0, 1].map((index) => farm.device(index, (state) => state === "ready")));
  });
  afterEach(() => farm.close());

  it.each([0, 1])("gets device %i and no other", async (index) => {
    const { lease } = await farm.leaseOf(await farm.acquireNamed(index));
    expect(lease.deviceId).toBe((await farm.device(index, () => true)).deviceId);
  });

  it("waits its turn for it while another device is free, and is the next to have it", async () => {
    const first = await farm.leaseOf(await farm.acquireNamed(1));
    const second = await farm.acquireNamed(1);
    const anyone = await farm.lease();
    expect(anyone.lease.deviceId).toBe((await farm.device(0, () => true)).deviceId);
    await farm.run(anyone, setUp);
    await farm.run(anyone, { kind: "release" });
    const { deviceId: free } = await farm.device(0, (state) => state === "ready");
    expect(free).toBe(anyone.lease.deviceId);
    await farm.run(first, setUp);
    expect(farm.steps.answersTo(second.taskToken)).toEqual([]);
    await farm.run(first, { kind: "release" });
    expect((await farm.leaseOf(second)).lease.deviceId).toBe(first.lease.deviceId);
  });

  it("has it after a job of the pool that was faster, or before", async () => {
    await farm.leaseOf(await farm.acquireNamed(0));
    const first = await farm.leaseOf(await farm.acquireNamed(1));
    const both = [await farm.acquireNamed(1), await farm.acquire()] as const;
    await farm.run(first, setUp);
    await farm.run(first, { kind: "release" });
    const next = await Promise.race(both.map((request) => farm.leaseOf(request)));
    await farm.run(next, setUp);
    await farm.run(next, { kind: "release" });
    const leases = await Promise.all(both.map((request) => farm.leaseOf(request)));
    expect(leases.map(({ lease }) => lease.deviceId)).toEqual([first.lease.deviceId, first.lease.deviceId]);
  });

  it("is told that it was cancelled when its turn comes, and the device stays free", async () => {
    const held = await farm.leaseOf(await farm.acquireNamed(0));
    const { jobId, taskToken } = await farm.acquireNamed(0);
    await farm.repositories.jobs.cancel(tenantId, jobId, new Date().toISOString());
    await farm.run(held, setUp);
    await farm.run(held, { kind: "release" });
    expect(await farm.steps.answerTo(taskToken)).toMatchObject({
      operation: "SendTaskFailure",
      error: "JobCancelled",
    });
    await farm.device(0, (state) => state === "ready");
  });

  it("still waits after its host was started again", async () => {
    const held = await farm.leaseOf(await farm.acquireNamed(0));
    const next = await farm.acquireNamed(0);
    await farm.hosts[0]?.close();
    await farm.startHost();
    await farm.run(held, setUp);
    await farm.run(held, { kind: "release" });
    expect((await farm.leaseOf(next)).lease.deviceId).toBe(held.lease.deviceId);
  });
});
