import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SnapshotId } from "#shared/contracts/device/snapshot.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const performs = (stepNumber: number, action: StoredAction) =>
  ({ kind: "perform", stepNumber, actions: [action], modelPicture: null, ocr: "never" }) as const;
const openSettings = { action: "restart_app", package: "com.android.settings" };

let farm: TestFarm;
beforeEach(async () => {
  farm = await startTestFarm();
  await farm.startHost();
});
afterEach(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("there is no phone");
  return first;
};
const inFront = () => phone().activities.focused()?.packageName;
const bluetooth = () => phone().settings.get("global", "bluetooth_on");
const step = (jobId: JobId, stepNumber: number) => farm.repositories.steps.get(tenantId, jobId, stepNumber);
const startOf = async (jobId: JobId) => (await farm.repositories.jobs.get(tenantId, jobId))?.start;

/** A job that opened an app, switched something on and left it so, with its device kept after each step. */
async function keptJob() {
  const held = await farm.lease({ snapshot: "every" });
  await farm.run(held, setUp);
  phone().settings.put("global", "bluetooth_on", "1");
  await farm.run(held, performs(1, openSettings));
  await farm.run(held, performs(2, { action: "home" }));
  const [first, second] = [await step(held.jobId, 1), await step(held.jobId, 2)];
  await farm.run(held, { kind: "release" });
  return { jobId: held.jobId, ids: [first?.snapshotId, second?.snapshotId] };
}

const forkOf = (jobId: JobId, snapshotId: SnapshotId | undefined) => ({
  source: { kind: "fork", jobId, at: 1, steps: 1, ...(snapshotId === undefined ? {} : { snapshotId }) },
});

describe("a job whose device is kept", () => {
  it("[spec I7.2] has its device after each step, on the step", async () => {
    const { jobId, ids } = await keptJob();
    const kept = await farm.repositories.snapshots.list(tenantId, { limit: 10 });
    expect(kept.items.map(({ snapshotId }) => snapshotId).toReversed()).toEqual(ids);
    expect(kept.items).toMatchObject([
      { kind: "step", jobId, stepNumber: 2, package: "com.android.launcher3" },
      { kind: "step", jobId, stepNumber: 1, package: "com.android.settings" },
    ]);
  });

  it("has it after those that went wrong alone, when that is what it wants", async () => {
    const held = await farm.lease({ snapshot: "errors" });
    await farm.run(held, setUp);
    await farm.run(held, performs(1, openSettings));
    await farm.run(held, performs(2, { action: "restart_app", package: "com.example.absent" }));
    expect(await step(held.jobId, 1)).toMatchObject({ outcome: { ok: true } });
    expect((await step(held.jobId, 1))?.snapshotId).toBeUndefined();
    expect(await step(held.jobId, 2)).toMatchObject({
      outcome: { ok: false },
      snapshotId: expect.any(String),
    });
  });
});

describe("a fork of a job whose device was kept", () => {
  it("[spec I7.2] begins where that step left the device, and is cleaned of it afterwards", async () => {
    const { jobId, ids } = await keptJob();
    expect([inFront(), bluetooth()]).toEqual(["com.android.launcher3", "0"]);
    const held = await farm.lease(forkOf(jobId, ids[0]));
    await farm.run(held, setUp);
    expect([inFront(), bluetooth()]).toEqual(["com.android.settings", "1"]);
    expect(await startOf(held.jobId)).toEqual({
      snapshotId: ids[0],
      restored: true,
      epoch: held.lease.epoch,
    });
    expect((await farm.run(held, { kind: "release" })).output).toContain('"clean":true');
    expect([inFront(), bluetooth()]).toEqual(["com.android.launcher3", "0"]);
  });

  it("is brought there once for a lease: a later set-up looks at the device as it is", async () => {
    const { jobId, ids } = await keptJob();
    const held = await farm.lease(forkOf(jobId, ids[0]));
    await farm.run(held, setUp);
    await farm.run(held, performs(2, { action: "home" }));
    await farm.run(held, setUp);
    expect(inFront()).toBe("com.android.launcher3");
  });

  it("[fault S3] begins clean and says why when the snapshot is gone", async () => {
    const { jobId } = await keptJob();
    const held = await farm.lease(forkOf(jobId, SnapshotId.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV")));
    await farm.run(held, setUp);
    expect(await startOf(held.jobId)).toMatchObject({
      restored: false,
      reason: expect.stringContaining("Snapshot 01ARZ3NDEKTSV4RRFFQ69G5FAV no longer exists"),
    });
    expect(inFront()).toBe("com.android.launcher3");
  });
});
