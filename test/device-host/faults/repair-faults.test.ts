import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "#device-host/host-clock.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { projectConfig } from "../project-config.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
/** Every pause of the host takes a tenth of its time. Leases and deadlines do not: the machine may be busy. */
const clock = {
  ...systemClock,
  wait: (milliseconds: number, signal?: AbortSignal) => systemClock.wait(milliseconds / 10, signal),
};
const soon = { clock, retry: { firstSeconds: 0.2, longestSeconds: 0.5 } };
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
const onDisk = (file: string) => path.join(phone().filesRoot, file);
const health = async (host: { apiUrl: string; apiToken: string }, page = "health"): Promise<string> => {
  const headers = { authorization: `Bearer ${host.apiToken}` };
  return (await fetch(`${host.apiUrl}/${page}`, { headers })).text();
};
/** The phone is well again once a snapshot is restored. */
const healedByRestore = (heal: () => void) => {
  const restore = phone().restore.bind(phone());
  return vi.spyOn(phone(), "restore").mockImplementation((snapshot) => {
    heal();
    restore(snapshot);
  });
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
    // Nothing to go back to.
    const config = projectConfig({ snapshots: { keepClean: false } });
    const host = await farm.startHost({ ...soon, bootSeconds: 0.5, config });
    await farm.device(0, (state) => state === "ready");
    phone().faults.neverBoots = true;
    farm.phones.devices.detach(phone().serial);
    farm.phones.devices.attach(phone());
    const device = await farm.device(0, (state) => state === "quarantined");
    expect(device).toMatchObject({
      quarantinedBy: "host",
      stateReason: expect.stringMatching(
        /^DeviceNotBooted: it responds to adb, .*; rebooting did not help\.$/,
      ),
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

  it("[fault C1] goes back to how it was clean when booting anew does not help, and is proved clean before its next job", async () => {
    await farm.startHost({ ...soon, bootSeconds: 0.5 });
    await farm.device(0, (state) => state === "ready");
    writeFileSync(onDisk("/sdcard/Download/left.txt"), "left behind");
    const restores = healedByRestore(() => {
      phone().faults.neverBoots = false;
    });
    const reboots = vi.spyOn(phone(), "reboot");
    phone().faults.neverBoots = true;
    farm.phones.devices.detach(phone().serial);
    farm.phones.devices.attach(phone());
    const device = await farm.device(0, (state, epoch) => state === "ready" && epoch > 1);
    expect([reboots.mock.calls.length, restores.mock.calls.length]).toEqual([2, 1]);
    expect(device).toMatchObject({ restores: 1, repairs: { reboot: 2, recreate: 1, quarantine: 0 } });
    expect(existsSync(onDisk("/sdcard/Download/left.txt"))).toBe(false);
  });

  it("[fault C1] is quarantined when what it could go back to is gone", async () => {
    await farm.startHost({ ...soon, bootSeconds: 0.5 });
    await farm.device(0, (state) => state === "ready");
    vi.spyOn(phone(), "restore").mockImplementation(() => {
      throw new Error("Device 'virtual' does not have the requested snapshot");
    });
    phone().faults.neverBoots = true;
    farm.phones.devices.detach(phone().serial);
    farm.phones.devices.attach(phone());
    const { deviceId } = await farm.device(0, (state) => state === "quarantined");
    await farm.waitFor(deviceId, ({ repairs }) => repairs?.quarantine !== 0);
    expect(await farm.device(0, () => true)).toMatchObject({ repairs: { reboot: 2, recreate: 1 } });
  });

  it("[fault C1] that never did since the host began is named with the reason by its host", async () => {
    phone().faults.neverBoots = true;
    const host = await farm.startHost({ ...soon, bootSeconds: 0.5 });
    await expect.poll(() => health(host)).toContain("DeviceNotBooted");
    expect(await farm.repositories.devices.list(tenantId, { limit: 10 })).toMatchObject({ items: [] });
  });
});

describe("a screen that does not change", () => {
  it("[fault C14] whatever is done to it fails the job's command for its device, which is rebooted", async () => {
    await farm.startHost(soon);
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
      "ScreenFrozen: its screen was frozen; rebooted once",
    );
  });

  it("[fault C14] for good gets its clean snapshot back after two boots that did not help", async () => {
    await farm.startHost(soon);
    const restores = healedByRestore(() => {
      phone().faults.frozen = false;
    });
    for (const job of [1, 2, 3]) {
      phone().faults.frozen = false;
      const held = await begin();
      phone().faults.frozen = true;
      for (const stepNumber of [1, 2, 3]) await send(held, stepNumber, tap);
      expect(await send(held, 4, tap)).toMatchObject({ error: "ScreenFrozen" });
      await farm.device(0, (state, epoch) => state === "ready" && epoch > held.lease.epoch);
      expect(restores).toHaveBeenCalledTimes(job === 3 ? 1 : 0);
    }
    const device = await farm.device(0, (state) => state === "ready");
    expect(device).toMatchObject({ restores: 1, repairs: { reboot: 2, recreate: 1, quarantine: 0 } });
  });

  it("[fault C14] is none where only the agent's actions have no effect: it goes on where it was", async () => {
    await farm.startHost(soon);
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

describe("a device that cannot be cleaned", () => {
  it("[fault C13] goes back to how it was clean, proved so, and is free without a quarantine", async () => {
    const host = await farm.startHost(soon);
    const held = await begin();
    phone().faults.unclearablePackage = "com.android.deskclock";
    await send(held, 1, { action: "open_app", package: "com.android.deskclock" });
    phone().settings.put("global", "bluetooth_on", "1");
    const { output } = await farm.run(held, { kind: "release" });
    expect(JSON.parse(output ?? "null")).toMatchObject({ clean: true });
    expect(phone().settings.get("global", "bluetooth_on")).toBe("0");
    const device = await farm.device(0, (state) => state === "ready");
    expect(device).toMatchObject({ restores: 1, repairs: { recreate: 1, quarantine: 0 } });
    expect(await health(host, "metrics")).toContain('drover_device_repairs_total{repair="recreate"} 1');
    // What it goes back to is kept once, not after each job.
    const saves = vi.spyOn(phone(), "snapshot");
    const next = await begin();
    await farm.run(next, { kind: "release" });
    expect(saves).not.toHaveBeenCalled();
  });

  it("[fault C13] is kept anew as it is clean when its owner put something there in between", async () => {
    const config = projectConfig({ devices: { foreignFiles: "keep" } });
    await farm.startHost({ ...soon, config });
    await farm.device(0, (state) => state === "ready");
    writeFileSync(onDisk("/sdcard/Music/mine.txt"), "its owner's");
    const held = await begin();
    const saves = vi.spyOn(phone(), "snapshot");
    await farm.run(held, { kind: "release" });
    expect(saves).toHaveBeenCalledTimes(1);
    const next = await begin();
    phone().faults.unclearablePackage = "com.android.deskclock";
    await send(next, 1, { action: "open_app", package: "com.android.deskclock" });
    expect((await farm.run(next, { kind: "release" })).output).toContain('"clean":true');
    expect(existsSync(onDisk("/sdcard/Music/mine.txt"))).toBe(true);
  });
});
