import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "#device-host/host-clock.ts";
import { Lease } from "#shared/contracts/device/lease.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

/** Its pauses are short; leases last as long as ever. */
const clock = {
  ...systemClock,
  wait: (milliseconds: number, signal?: AbortSignal) => systemClock.wait(Math.min(milliseconds, 25), signal),
};
/** More than one series of tries has, each with the SDK's own. */
const manyTries = 20;

describe("a host that cannot tell a job of its device", () => {
  let farm: TestFarm;
  beforeEach(async () => {
    farm = await startTestFarm();
  });
  afterEach(() => farm.close());

  /** A job that has its device, the only one, and does not know it. */
  const untoldJob = async () => {
    const host = await farm.startHost({ clock });
    await farm.device(0, (state) => state === "ready");
    farm.steps.beAway(true);
    const asked = await farm.acquire();
    await expect.poll(() => farm.steps.refusals()).toBeGreaterThan(manyTries);
    return { host, ...asked };
  };
  const toldOf = async (taskToken: string): Promise<Lease> => {
    const { output } = await farm.steps.answerTo(taskToken);
    return Lease.parse(JSON.parse(output ?? "null"));
  };

  it("[fault D4] tells it as soon as it can, and the job has that one lease", async () => {
    const { jobId, taskToken } = await untoldJob();
    const { leaseEpoch } = await farm.device(0, (state) => state === "leased");
    farm.steps.beAway(false);
    expect((await toldOf(taskToken)).epoch).toBe(leaseEpoch);
    expect(await farm.repositories.jobs.get(tenantId, jobId)).toMatchObject({
      status: "running",
      leaseEpoch,
    });
  });

  it("[fault D6] and dies, gives the job a device when it is started again", async () => {
    const { host, jobId, taskToken } = await untoldJob();
    await host.close();
    farm.steps.beAway(false);
    await farm.startHost();
    const lease = await toldOf(taskToken);
    expect(farm.steps.answersTo(taskToken)).toHaveLength(1);
    expect(await farm.repositories.jobs.get(tenantId, jobId)).toMatchObject({
      status: "running",
      acquisition: 1,
      leaseEpoch: lease.epoch,
    });
  });

  it("[fault A8] whose device boots meanwhile, takes the claim back and gives the job a device", async () => {
    const { jobId, taskToken } = await untoldJob();
    const { leaseEpoch } = await farm.device(0, (state) => state === "leased");
    const [phone] = farm.phones.phones;
    farm.phones.devices.detach(farm.phones.serials[0] ?? "");
    await phone?.reboot();
    if (phone !== undefined) farm.phones.devices.attach(phone);
    // Cleaned under a lease of the host's own, then the same request's again.
    await farm.device(0, (state, epoch) => state === "leased" && epoch > leaseEpoch + 1);
    farm.steps.beAway(false);
    const lease = await toldOf(taskToken);
    expect(await farm.repositories.jobs.get(tenantId, jobId)).toMatchObject({ leaseEpoch: lease.epoch });
  });
});
