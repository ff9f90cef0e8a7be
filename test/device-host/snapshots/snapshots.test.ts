import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ForkAnswer, RestoreAnswer, Snapshot } from "#shared/contracts/device/snapshot.ts";
import { DeviceId } from "#shared/contracts/values/ids.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { askDevice } from "../ask-device.ts";
import { projectConfig } from "../project-config.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;

let farm: TestFarm;
let deviceId: DeviceId;

async function ready() {
  ({ deviceId } = await farm.device(0, (state) => state === "ready"));
}
beforeEach(async () => {
  farm = await startTestFarm();
});
afterEach(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("there is no phone");
  return first;
};
const bluetooth = (value?: string) => {
  if (value !== undefined) phone().settings.put("global", "bluetooth_on", value);
  return phone().settings.get("global", "bluetooth_on");
};
const take = async (label?: string) =>
  Snapshot.parse(await askDevice(farm, deviceId, { type: "snapshot", label }));

describe("snapshots of a host's devices", () => {
  it("keeps a device and brings it back, and has it cleaned before its next job", async () => {
    await farm.startHost();
    await ready();
    bluetooth("1");
    const snapshot = await take("with Bluetooth");
    expect(snapshot).toMatchObject({
      deviceId,
      kind: "person",
      label: "with Bluetooth",
      holdsSecrets: false,
    });
    expect(snapshot.package).toBe("com.android.launcher3");
    expect(snapshot.bytes).toBeGreaterThan(10_000);
    bluetooth("0");
    const { snapshotId } = snapshot;
    const restored = RestoreAnswer.parse(await askDevice(farm, deviceId, { type: "restore", snapshotId }));
    expect(restored).toMatchObject({ snapshotId, deviceId, restores: 1 });
    expect(bluetooth()).toBe("1");
    expect(await farm.repositories.devices.get(tenantId, deviceId)).toMatchObject({ state: "dirty" });
  });

  it("brings a device that a person has back as it was, and leaves it to them", async () => {
    await farm.startHost();
    await ready();
    await askDevice(farm, deviceId, { type: "quarantine", reason: "mine" });
    bluetooth("1");
    const { snapshotId } = await take();
    bluetooth("0");
    await askDevice(farm, deviceId, { type: "restore", snapshotId });
    expect(bluetooth()).toBe("1");
    expect(await farm.repositories.devices.get(tenantId, deviceId)).toMatchObject({
      state: "quarantined",
      quarantinedBy: "operator",
    });
  });

  it("keeps a device that a job holds, and refuses to bring it back then", async () => {
    await farm.startHost();
    await ready();
    const held = await farm.lease();
    await farm.run(held, setUp);
    const snapshot = await take();
    expect(snapshot).toMatchObject({ jobId: held.jobId });
    const { snapshotId } = snapshot;
    expect(await askDevice(farm, deviceId, { type: "restore", snapshotId })).toMatchObject({
      code: "DeviceBusy",
    });
    await farm.run(held, { kind: "release" });
  });

  it("forks further devices that only a job which takes them as they are gets, and ends each after it", async () => {
    await farm.startHost();
    await ready();
    bluetooth("1");
    const { snapshotId } = await take();
    bluetooth("0");
    const forked = ForkAnswer.parse(await askDevice(farm, deviceId, { type: "fork", snapshotId, count: 2 }));
    expect(forked.deviceIds).toEqual(["host-a.emulator-5556", "host-a.emulator-5558"]);
    const fork = await farm.repositories.devices.get(tenantId, DeviceId.parse(forked.deviceIds[0]));
    expect(fork).toMatchObject({ state: "quarantined", quarantinedBy: "operator" });
    const held = await farm.leaseOf(await farm.acquireForked(DeviceId.parse(forked.deviceIds[0])));
    expect(held.lease.deviceId).toBe(forked.deviceIds[0]);
    const { output } = await farm.run(held, setUp);
    expect(output).toContain("com.android.launcher3");
    const forkedPhone = farm.phones.devices.list().find(({ serial }) => serial === "emulator-5556")?.device;
    expect(forkedPhone?.settings.get("global", "bluetooth_on")).toBe("1");
    await farm.run(held, { kind: "release" });
    await farm.waitFor(held.lease.deviceId, ({ state }) => state === "offline");
    await expect
      .poll(() => farm.phones.devices.list().map(({ serial }) => serial))
      .toEqual(["emulator-5554", "emulator-5558"]);
    const listed = async () => (await farm.repositories.devices.list(tenantId, { limit: 10 })).items;
    await expect
      .poll(async () => (await listed()).map((device) => device.serial))
      .toEqual(["emulator-5554", "emulator-5558"]);
    const history = await farm.repositories.devices.history(tenantId, held.lease.deviceId, 10);
    expect(history.map(({ state }) => state)).toContain("offline");
  });

  it("[fault S6] refuses a person's going back to where a secret had been typed", async () => {
    await farm.startHost();
    await ready();
    const kept = await take();
    await farm.repositories.snapshots.put({ ...kept, holdsSecrets: true });
    const { snapshotId } = kept;
    for (const request of [
      { type: "restore", snapshotId },
      { type: "fork", snapshotId, count: 1 },
    ] as const)
      expect(await askDevice(farm, deviceId, request)).toMatchObject({ code: "SnapshotPrivate" });
  });

  it("[fault S3] says that a snapshot is gone from its device, and forgets one when told to", async () => {
    await farm.startHost();
    await ready();
    const { snapshotId } = await take();
    expect(await askDevice(farm, deviceId, { type: "removeSnapshot", snapshotId })).toMatchObject({
      snapshotId,
    });
    expect(await farm.repositories.snapshots.listByDevice(tenantId, deviceId)).toEqual([]);
    expect(await askDevice(farm, deviceId, { type: "restore", snapshotId })).toMatchObject({
      code: "NotFound",
    });
    const again = await take();
    const absent = { ...again, snapshotId: Snapshot.shape.snapshotId.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV") };
    await farm.repositories.snapshots.put(absent);
    const restored = askDevice(farm, deviceId, { type: "restore", snapshotId: absent.snapshotId });
    expect(await restored).toMatchObject({ code: "SnapshotGone" });
  });

  it("[fault S5] refuses a person's snapshot beyond the bound of its device", async () => {
    await farm.startHost({ config: projectConfig({ snapshots: { perDevice: 1 } }) });
    await ready();
    await take();
    expect(await askDevice(farm, deviceId, { type: "snapshot" })).toMatchObject({ code: "SnapshotsFull" });
  });

  it("refuses by the capability's name where a device's provider cannot", async () => {
    await farm.startHost({ devices: { devices: 1, actionMilliseconds: 0 } });
    const [device] = (await farm.repositories.devices.list(tenantId, { limit: 5 })).items;
    const refused = await askDevice(farm, DeviceId.parse(device?.deviceId), { type: "snapshot" });
    expect(refused).toMatchObject({
      code: "DeviceUnsupported",
      detail: expect.stringContaining("'snapshots'"),
    });
  });

  it("[fault S4] restarts a device that was brought back so often, after its job", async () => {
    await farm.startHost({ config: projectConfig({ snapshots: { restoresPerBoot: 1 } }) });
    await ready();
    const { snapshotId } = await take();
    await askDevice(farm, deviceId, { type: "restore", snapshotId });
    expect(await farm.repositories.devices.get(tenantId, deviceId)).toMatchObject({ restores: 1 });
    const bootId = phone().properties().get("ro.boot.bootid");
    const held = await farm.lease();
    await farm.run(held, setUp);
    expect((await farm.run(held, { kind: "release" })).output).toContain(
      "restarted after 1 restores of snapshots",
    );
    expect(phone().properties().get("ro.boot.bootid")).not.toBe(bootId);
    expect(await farm.device(0, (state) => state === "ready")).toMatchObject({ restores: 0 });
  });
});
