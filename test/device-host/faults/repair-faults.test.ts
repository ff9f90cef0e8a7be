import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PerformAnswer } from "#shared/contracts/host-answer.ts";
import type { StoredAction } from "#shared/contracts/stored-action.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const soon = { firstSeconds: 0.02, longestSeconds: 0.05 };
const tap: StoredAction = { action: "tap", coordinate: [0.5, 0.02] };

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
const health = async (host: { apiUrl: string; apiToken: string }, page = "health"): Promise<string> => {
  const headers = { authorization: `Bearer ${host.apiToken}` };
  return (await fetch(`${host.apiUrl}/${page}`, { headers })).text();
};
const begin = async () => {
  const held = await farm.lease();
  await farm.run(held, { kind: "setUp", precheck: false, ...looking });
  return held;
};
type Held = Awaited<ReturnType<typeof begin>>;
const send = (held: Held, stepNumber: number, action: StoredAction) =>
  farm.run(held, { kind: "perform", stepNumber, actions: [action], ...looking });

describe("a device that does not finish booting", () => {
  it("[fault C1] takes no work, is rebooted twice, is quarantined with the reason, and works when it boots", async () => {
    const reboots = vi.spyOn(phone(), "reboot");
    const host = await farm.startHost({ retry: soon, bootSeconds: 0.05 });
    await farm.device(0, (state) => state === "ready");
    phone().faults.neverBoots = true;
    farm.phones.devices.detach(phone().serial);
    farm.phones.devices.attach(phone());
    const device = await farm.device(0, (state) => state === "quarantined");
    expect(device).toMatchObject({
      quarantinedBy: "host",
      stateReason: expect.stringMatching(/^DeviceNotBooted: it answers adb, .*; rebooting did not help\.$/),
    });
    expect(reboots).toHaveBeenCalledTimes(2);
    await farm.waitFor(device.deviceId, ({ repairs }) => repairs?.quarantine !== 0);
    expect(await farm.device(0, () => true)).toMatchObject({ repairs: { reboot: 2, reconnect: 0 } });
    expect(await health(host, "metrics")).toContain('drover_device_repairs_total{repair="reboot"} 2');
    const { taskToken } = await farm.acquire();
    expect(farm.steps.answersTo(taskToken)).toEqual([]);
    phone().faults.neverBoots = false;
    expect(await farm.steps.answerTo(taskToken)).toMatchObject({ operation: "SendTaskSuccess" });
  });

  it("[fault C1] that never did since the host began is named with the reason by its host", async () => {
    phone().faults.neverBoots = true;
    const host = await farm.startHost({ retry: soon, bootSeconds: 0.05 });
    await vi.waitFor(async () => expect(await health(host)).toContain("DeviceNotBooted"), 10_000);
    expect(await farm.repositories.devices.list(tenantId, { limit: 10 })).toMatchObject({ items: [] });
  });
});

describe("a screen that stands still", () => {
  it("[fault C14] whatever is done to it fails the job's command for its device, which is rebooted", async () => {
    await farm.startHost({ retry: soon });
    const held = await begin();
    const reboot = vi.spyOn(phone(), "reboot").mockImplementationOnce(async () => {
      phone().faults.frozen = false;
      await phone().reboot();
    });
    phone().faults.frozen = true;
    for (const stepNumber of [1, 2, 3])
      expect(await send(held, stepNumber, tap)).toMatchObject({ operation: "SendTaskSuccess" });
    expect(await send(held, 4, tap)).toMatchObject({ operation: "SendTaskFailure", error: "ScreenFrozen" });
    const { deviceId } = held.lease;
    const ready = await farm.waitFor(
      deviceId,
      ({ state, repairs }) => state === "ready" && repairs !== undefined,
    );
    expect(ready.repairs).toMatchObject({ reboot: 1, quarantine: 0 });
    expect(reboot).toHaveBeenCalled();
    const history = await farm.repositories.devices.history(tenantId, deviceId, 10);
    expect(history.map(({ reason }) => reason)).toContain(
      "ScreenFrozen: its screen stood still; rebooted once",
    );
  });

  it("[fault C14] is none where only the agent's actions have no effect: it goes on where it was", async () => {
    await farm.startHost();
    const held = await begin();
    await send(held, 1, { action: "open_app", package: "com.android.settings" });
    const keys = vi.spyOn(phone().input, "keyevent");
    const stops = vi.spyOn(phone().activities, "forceStop");
    const dead: StoredAction = { action: "tap", coordinate: [0.999, 0.001] };
    for (const stepNumber of [2, 3, 4, 5, 6]) {
      const { output } = await send(held, stepNumber, dead);
      const { outcome, observation } = PerformAnswer.parse(JSON.parse(output ?? "null"));
      expect([outcome.ok, observation.package, observation.flags]).toEqual([
        true,
        "com.android.settings",
        [],
      ]);
    }
    // The overview and back, once.
    expect(keys.mock.calls.map(([code]) => code)).toEqual([187, 4]);
    expect(stops).not.toHaveBeenCalled();
  });
});
