import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeviceRequest } from "#shared/contracts/workflow/host-command.ts";
import { hostId } from "../../shared/storage/sample-records.ts";
import { askDevice } from "../ask-device.ts";
import { projectConfig } from "../project-config.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const openClock = {
  kind: "perform",
  stepNumber: 1,
  actions: [{ action: "open_app", package: "com.android.deskclock" }],
  modelPicture: null,
  ocr: "never",
} as const;
/** Nothing to go back to: what cleaning cannot mend stays as it is. */
const config = projectConfig({ snapshots: { keepClean: false } });
const soon = { firstSeconds: 0.02, longestSeconds: 0.05 };
const never = { firstSeconds: 3_600, longestSeconds: 3_600 };

describe("a device out of work", () => {
  let farm: TestFarm;
  beforeEach(async () => {
    farm = await startTestFarm();
  });
  afterEach(() => farm.close());

  const ask = async (request: DeviceRequest["request"]) =>
    askDevice(farm, (await farm.device(0, () => true)).deviceId, request);

  /** Leaves the device quarantined, because the clock's data cannot be cleared. */
  async function soil(): Promise<void> {
    const held = await farm.lease();
    await farm.run(held, setUp);
    const [phone] = farm.phones.phones;
    if (phone !== undefined) phone.faults.unclearablePackage = "com.android.deskclock";
    await farm.run(held, openClock);
    await farm.run(held, { kind: "release" });
  }

  const heal = (): void => {
    const [phone] = farm.phones.phones;
    if (phone !== undefined) phone.faults.unclearablePackage = null;
  };

  it("[fault A1] is not quarantined because the adb server died while it was cleaned, and comes back by itself", async () => {
    await farm.startHost({ retry: soon });
    const held = await farm.lease();
    await farm.run(held, setUp);
    await farm.run(held, openClock);
    const heal = farm.faults.install({ service: /^(shell|host):/, fault: { kind: "reset", afterBytes: 0 } });
    const { output } = await farm.run(held, { kind: "release" });
    expect(JSON.parse(output ?? "null")).toMatchObject({ clean: false });
    const device = await farm.device(0, (state) => state !== "leased" && state !== "cleaning");
    expect(["dirty", "offline"]).toContain(device.state);
    heal();
    await farm.device(0, (state) => state === "ready");
  });

  it("[fault C13] is cleaned again until it is clean", async () => {
    await farm.startHost({ retry: soon, config });
    await soil();
    const first = await farm.device(0, (state) => state === "quarantined");
    expect(first).toMatchObject({ quarantinedBy: "host", stateReason: expect.stringContaining("deskclock") });
    await farm.device(0, (state, epoch) => state === "quarantined" && epoch > first.leaseEpoch);
    heal();
    const ready = await farm.device(0, (state) => state === "ready");
    expect(ready).not.toHaveProperty("quarantinedBy");
    expect(ready).not.toHaveProperty("stateReason");
  });

  /** A job that cannot even begin, on a device that is well again as soon as the job is gone. */
  async function brokenJob(): Promise<void> {
    const held = await farm.lease();
    const heal = farm.faults.install({ service: /^(shell|exec):/, fault: { kind: "reset", afterBytes: 0 } });
    const { error } = await farm.run(held, setUp);
    expect(["AdbServerLost", "DeviceDisconnected"]).toContain(error);
    heal();
  }

  it("[fault A25] is one that fails jobs at once, three in a row, and after that each one more", async () => {
    await farm.startHost({ retry: never });
    for (let jobs = 1; jobs <= 3; jobs += 1) await brokenJob();
    const device = await farm.device(0, (state) => state === "quarantined");
    expect(device).toMatchObject({
      quarantinedBy: "host",
      stateReason: expect.stringMatching(/3 jobs in a row failed on it at once: the last with /),
    });
    // On probation, also when somebody lets it back.
    expect(await ask({ type: "release" })).toMatchObject({ state: "ready" });
    await brokenJob();
    await farm.device(0, (state, epoch) => state === "quarantined" && epoch > device.leaseEpoch);
  });

  it("is not one on which a job could work in between", async () => {
    await farm.startHost({ retry: never });
    for (let jobs = 1; jobs <= 2; jobs += 1) await brokenJob();
    const held = await farm.lease();
    await farm.run(held, setUp);
    await farm.run(held, openClock);
    await farm.run(held, { kind: "release" });
    for (let jobs = 1; jobs <= 2; jobs += 1) await brokenJob();
    // It takes another job all the same.
    expect((await farm.lease()).lease.deviceId).toBe(`${hostId}.${farm.phones.serials[0]}`);
  });

  it("is freed when somebody releases it, and stays quarantined with what it keeps when it is not clean", async () => {
    await farm.startHost({ retry: never, config });
    await soil();
    expect(await ask({ type: "release" })).toMatchObject({ state: "quarantined" });
    heal();
    expect(await ask({ type: "release" })).toMatchObject({ state: "ready" });
    expect((await farm.lease()).lease.deviceId).toBe(`${hostId}.${farm.phones.serials[0]}`);
  });

  it("stays out of work when somebody took it out, over a restart of its host and an absence of its own", async () => {
    const first = await farm.startHost({ retry: soon });
    await farm.device(0, (state) => state === "ready");
    expect(await ask({ type: "quarantine", reason: "its battery swells" })).toMatchObject({
      state: "quarantined",
      quarantinedBy: "operator",
      stateReason: "its battery swells",
    });
    await first.close();
    const [serial = ""] = farm.phones.serials;
    const [phone] = farm.phones.phones;
    farm.phones.devices.detach(serial);
    await phone?.reboot();
    if (phone !== undefined) farm.phones.devices.attach(phone);
    await farm.startHost({ retry: soon });
    expect(await farm.device(0, () => true)).toMatchObject({
      state: "quarantined",
      quarantinedBy: "operator",
    });
    expect(await ask({ type: "release" })).toMatchObject({ state: "ready" });
  });

  it("is not taken from a job", async () => {
    await farm.startHost();
    const held = await farm.lease();
    await farm.run(held, setUp);
    expect(await ask({ type: "quarantine", reason: "mine" })).toMatchObject({ code: "DeviceBusy" });
  });
});
