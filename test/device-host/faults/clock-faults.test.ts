import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "#device-host/host-clock.ts";
import { hostId, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const hour = 3_600_000;
const wrongBy = (milliseconds: number) => ({
  clock: { ...systemClock, now: () => new Date(Date.now() + milliseconds) },
});

describe("a host whose clock is wrong", () => {
  let farm: TestFarm;
  beforeEach(async () => {
    farm = await startTestFarm();
  });
  afterEach(() => farm.close());

  it.each([hour, -hour])(
    "[fault A20] dates its heartbeats and leases by the services' time (%i ms off)",
    async (off) => {
      const begun = Date.now();
      await farm.startHost({ beatSeconds: 0.02, ...wrongBy(off) });
      const held = await farm.lease();
      const device = await farm.device(0, (state) => state === "leased");
      const host = await farm.repositories.hosts.get(tenantId, hostId);
      const dates = [host?.startedAt, host?.heartbeatAt, held.lease.acquiredAt, device.updatedAt];
      // A date header counts whole seconds; an hour would show.
      for (const date of dates) {
        expect(Math.abs(Date.parse(date ?? "") - begun)).toBeLessThan(hour / 2);
      }
      const lasts = Date.parse(device.leaseExpiresAt ?? "") - Date.now();
      expect(lasts).toBeGreaterThan(0);
      expect(lasts).toBeLessThan(hour / 2);
    },
  );

  it("[fault A20] goes on with its lease after a restart that set the clock back or forth", async () => {
    const first = await farm.startHost(wrongBy(-hour));
    const held = await farm.lease();
    await farm.run(held, setUp);
    await first.close();
    await farm.startHost(wrongBy(hour));
    expect(await farm.run(held, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
    expect(JSON.parse((await farm.run(held, { kind: "release" })).output ?? "")).toEqual({ clean: true });
  });
});
