import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "#device-host/host-clock.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

describe("devices that come and go", () => {
  let farm: TestFarm;
  beforeEach(async () => {
    farm = await startTestFarm();
  });
  afterEach(() => farm.close());

  const phone = () => {
    const [first] = farm.phones.phones;
    if (first === undefined) throw new Error("no phone");
    return first;
  };

  it("[fault A9] are quarantined with the advice to look at their cable", async () => {
    await farm.startHost();
    await farm.device(0, (state) => state === "ready");
    const stop = new AbortController();
    const flapping = (async () => {
      while (!stop.signal.aborted) {
        farm.phones.devices.detach(phone().serial);
        farm.phones.devices.attach(phone());
        await farm.device(0, () => true);
      }
    })();
    const device = await farm.device(0, (state) => state === "quarantined");
    stop.abort();
    await flapping;
    expect(device).toMatchObject({ stateReason: expect.stringContaining("cable"), quarantinedBy: "host" });
  });

  it("[fault A1] take no job from the moment on that adb does not list them, although they are not offline yet", async () => {
    let stopped: number | null = null;
    const host = await farm.startHost({
      clock: { ...systemClock, monotonic: () => stopped ?? systemClock.monotonic() },
    });
    await farm.device(0, (state) => state === "ready");
    stopped = systemClock.monotonic();
    farm.phones.devices.detach(phone().serial);
    await expect.poll(() => host.work().free).toBe(0);
    const asked = await farm.acquire();
    farm.phones.devices.attach(phone());
    expect((await farm.leaseOf(asked)).lease.epoch).toBe(2);
  });

  it("[fault A10] are found although no tracker ever tells of them", async () => {
    farm.faults.install({ service: /^host:track-devices/, fault: { kind: "swallow" } });
    farm.phones.devices.detach(phone().serial);
    await farm.startHost();
    farm.phones.devices.attach(phone());
    await farm.device(0, (state) => state === "ready");
  });
});
