import { ulid } from "ulid";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Lease } from "#shared/contracts/device/lease.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { sampleJob, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const setUp = { kind: "setUp", precheck: false, ...looking } as const;
const openClock = {
  kind: "perform",
  stepNumber: 1,
  actions: [{ action: "open_app", package: "com.android.deskclock" }],
  ...looking,
} as const;

describe("a lease that a job lends to its parts", () => {
  let farm: TestFarm;
  let parent: { jobId: JobId; lease: Lease };
  beforeEach(async () => {
    farm = await startTestFarm();
    await farm.startHost();
    parent = await farm.lease();
  });
  afterEach(() => farm.close());

  /** A job of that parent on its lease. */
  async function child(change: Record<string, unknown> = {}) {
    const jobId = JobId.parse(ulid());
    await farm.repositories.jobs.create(sampleJob({ jobId, parentJobId: parent.jobId, ...change }));
    return { jobId, lease: parent.lease };
  }

  it("takes the commands of its children, one after the other, on the device as the last one left it", async () => {
    await farm.run(parent, setUp);
    const first = await child();
    await farm.run(first, setUp);
    await farm.run(first, openClock);
    expect(JSON.parse((await farm.run(first, { kind: "release", lent: true })).output ?? "")).toEqual({
      clean: false,
      quarantineReason: `Job ${parent.jobId} continues with the device.`,
    });
    expect(await farm.device(0, () => true)).toMatchObject({ state: "leased", leaseJobId: parent.jobId });
    const { output } = await farm.run(await child(), setUp);
    expect(JSON.parse(output ?? "")).toMatchObject({ observation: { package: "com.android.deskclock" } });
    expect((await farm.run(parent, { kind: "release" })).output).toBe('{"clean":true}');
    await farm.device(0, (state) => state === "ready");
  });

  it("holds each child to its own policy", async () => {
    await farm.run(parent, setUp);
    const strict = await child({ policy: { packages: { deny: ["com.android.deskclock"] } } });
    await farm.run(strict, setUp);
    expect(JSON.parse((await farm.run(strict, openClock)).output ?? "")).toMatchObject({
      outcome: { ok: false, errorCode: "PolicyDenied" },
    });
    const free = await child();
    await farm.run(free, setUp);
    expect(JSON.parse((await farm.run(free, openClock)).output ?? "")).toMatchObject({
      outcome: { ok: true },
    });
  });

  it("refuses a job that is none of its own, whatever epoch it names", async () => {
    await farm.run(parent, setUp);
    const stranger = JobId.parse(ulid());
    await farm.repositories.jobs.create(sampleJob({ jobId: stranger, parentJobId: JobId.parse(ulid()) }));
    const refused = await farm.run({ jobId: stranger, lease: parent.lease }, setUp);
    expect(refused).toMatchObject({ operation: "SendTaskFailure", error: "LeaseLost" });
    const unknown = await farm.run({ jobId: JobId.parse(ulid()), lease: parent.lease }, setUp);
    expect(unknown).toMatchObject({ error: "LeaseLost" });
    expect((await farm.run(parent, setUp)).operation).toBe("SendTaskSuccess");
  });

  it("goes on with a child after a restart of the host", async () => {
    await farm.run(parent, setUp);
    const lent = await child();
    await farm.run(lent, setUp);
    await farm.hosts[0]?.close();
    await farm.startHost();
    expect(JSON.parse((await farm.run(lent, openClock)).output ?? "")).toMatchObject({
      outcome: { ok: true },
    });
    await expect(farm.repositories.jobs.get(tenantId, lent.jobId)).resolves.toMatchObject({
      status: "queued",
    });
  });
});
