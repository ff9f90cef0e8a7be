import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { askDevice } from "../ask-device.ts";
import { projectConfig } from "../project-config.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;
const file = "/sdcard/Download/holiday.jpg";

let farm: TestFarm;
beforeEach(async () => {
  farm = await startTestFarm();
});
afterEach(() => farm.close());

const onDisk = (name: string) => path.join(farm.phones.phones[0]?.filesRoot ?? "", name);
const isThere = () => existsSync(onDisk(file));
const reasons = async (deviceId: DeviceId) =>
  (await farm.repositories.devices.history(tenantId, deviceId, 20)).map(({ reason = "" }) => reason);

/** A device that had a job, and on which somebody put a file since. */
async function withForeignFile(rule: "clean" | "keep" | "quarantine"): Promise<void> {
  await farm.startHost({ config: projectConfig({ devices: { foreignFiles: rule } }) });
  const first = await farm.lease();
  await farm.run(first, setUp);
  await farm.run(first, { kind: "release" });
  await farm.device(0, (state) => state === "ready");
  writeFileSync(onDisk(file), "a picture");
  // What Android's own apps keep there is nobody's doing.
  writeFileSync(onDisk("/sdcard/.thumbnails"), "small");
}

describe("a file that somebody put on a device between two jobs", () => {
  it("[fault C12] is removed before the next job unless the config says otherwise, and stands on the device's history", async () => {
    await withForeignFile("clean");
    const held = await farm.lease();
    expect(await farm.run(held, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
    expect(isThere()).toBe(false);
    const said = (await reasons(held.lease.deviceId)).filter((reason) => reason.startsWith("put on it"));
    expect(said).toEqual([`put on it between jobs: ${file}; removed`]);
    // It is the next job's no more: its release proves the device clean as ever.
    expect((await farm.run(held, { kind: "release" })).output).toContain('"clean":true');
  });

  it("[fault C12] is the device's own from then on with 'keep': it outlives the job, and nothing is said of it again", async () => {
    await withForeignFile("keep");
    for (const _job of [1, 2]) {
      const held = await farm.lease();
      expect(await farm.run(held, setUp)).toMatchObject({ operation: "SendTaskSuccess" });
      expect((await farm.run(held, { kind: "release" })).output).toContain('"clean":true');
      expect(isThere()).toBe(true);
    }
    const { deviceId } = await farm.device(0, () => true);
    const said = (await reasons(deviceId)).filter((reason) => reason.startsWith("put on it"));
    expect(said).toEqual([`put on it between jobs: ${file}; they are its own now`]);
  });

  it("[fault C12] takes the device out of work with 'quarantine', for somebody to look at, and the job goes elsewhere", async () => {
    await withForeignFile("quarantine");
    const held = await farm.lease();
    expect(await farm.run(held, setUp)).toMatchObject({
      operation: "SendTaskFailure",
      error: "DeviceNotClean",
      cause: expect.stringContaining(file),
    });
    const { deviceId } = held.lease;
    const device = await farm.waitFor(deviceId, ({ state }) => state === "quarantined");
    expect(device).toMatchObject({
      quarantinedBy: "operator",
      stateReason: `put on it between jobs: ${file}; look at them`,
    });
    expect(isThere()).toBe(true);
    // Whoever looked gives it back, and it is cleaned then.
    expect(await askDevice(farm, deviceId, { type: "release" })).toMatchObject({ state: "ready" });
    expect(isThere()).toBe(false);
  });
});
