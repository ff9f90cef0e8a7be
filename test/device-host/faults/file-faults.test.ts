import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FaultPlan } from "@drover/virtual-android";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tenantPrefix } from "#shared/contracts/farm/keys.ts";
import type { SessionCall } from "#shared/contracts/session/session-call.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { askDevice } from "../ask-device.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

let farm: TestFarm;
let held: Awaited<ReturnType<TestFarm["lease"]>>;
beforeAll(async () => {
  farm = await startTestFarm();
  await farm.startHost();
  held = await farm.lease({ policy: { actions: { deny: [] } } });
  await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
});
afterAll(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("There is no phone.");
  return first;
};
const ask = (call: SessionCall) =>
  askDevice(farm, held.lease.deviceId, { type: "session", jobId: held.jobId, epoch: held.lease.epoch, call });
const put = async (name: string, body: string): Promise<string> => {
  const key = `${tenantPrefix(tenantId)}uploads/${name}`;
  await farm.storage.artifacts.put(key, body, "application/octet-stream");
  return key;
};
const push = async (to: string) =>
  ask({ kind: "push", key: await put("large", "x".repeat(200_000)), path: to });
const install = async (apk: object) =>
  ask({ kind: "install", app: { key: await put("app", JSON.stringify(apk)) } });
const app = { packageName: "com.example.app", label: "Example", versionCode: 2 };
const onDisk = (file: string) => path.join(phone().filesRoot, file);
const sizeOf = (file: string) => (existsSync(onDisk(file)) ? statSync(onDisk(file)).size : undefined);
/** What Drover itself put there and did not take away. */
const leftBehind = () => readdirSync(onDisk("/data/local/tmp")).filter((name) => name.startsWith("drover-"));
const suffering = async <T>(rule: Parameters<FaultPlan["install"]>[0], run: () => Promise<T>): Promise<T> => {
  const mend = farm.faults.install(rule);
  return run().finally(mend);
};

describe("a push", () => {
  it("[fault A12] that finds the storage full makes room and is tried once more", async () => {
    const full = { service: /^sync:/, fault: { kind: "storage-full", afterBytes: 100_000 } } as const;
    writeFileSync(onDisk("/data/local/tmp/drover-old.apk"), "left");
    expect(await suffering({ ...full, times: 1 }, () => push("/sdcard/a.bin"))).toMatchObject({
      bytes: 200_000,
    });
    expect(sizeOf("/sdcard/a.bin")).toBe(200_000);
    expect(leftBehind()).toEqual([]);
    expect(await suffering(full, () => push("/sdcard/b.bin"))).toMatchObject({ code: "DeviceStorageFull" });
    expect(sizeOf("/sdcard/b.bin")).toBeUndefined();
  });

  it.each(["reset", "cut"] as const)(
    "[fault A13] that is broken off is begun once more: %s",
    async (kind) => {
      const rule = { service: /^sync:/, fault: { kind, afterBytes: 4 }, times: 1 } as const;
      expect(await suffering(rule, () => push(`/sdcard/${kind}.bin`))).toMatchObject({ bytes: 200_000 });
      expect(sizeOf(`/sdcard/${kind}.bin`)).toBe(200_000);
    },
  );

  it("[fault A13] that stalls is given up in time and begun once more", async () => {
    const rule = { service: /^sync:/, fault: { kind: "swallow" }, times: 1 } as const;
    expect(await suffering(rule, () => push("/sdcard/stall.bin"))).toMatchObject({ bytes: 200_000 });
  });
});

describe("an install", () => {
  it("[fault A14] that Android refuses says Android's reason and what to do, and uninstalls nothing", async () => {
    expect(await install(app)).toMatchObject({ output: "Success" });
    expect(await install({ ...app, versionCode: 1 })).toMatchObject({
      code: "AppUnusable",
      detail: expect.stringContaining("INSTALL_FAILED_VERSION_DOWNGRADE"),
      advice: [expect.stringContaining("uninstall it first")],
    });
    expect(
      phone()
        .packages.list()
        .find(({ packageName }) => packageName === app.packageName),
    ).toMatchObject({ versionCode: 2 });
    expect(leftBehind()).toEqual([]);
  });

  it("[fault A12] [fault A14] that finds no room makes some and is tried once more", async () => {
    const refused = {
      service: /^shell:.*pm.*install/s,
      fault: {
        kind: "tamper",
        change: (text: string) => text.replace("Success", "Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]"),
      },
    } as const;
    expect(await suffering({ ...refused, times: 1 }, () => install(app))).toMatchObject({
      output: "Success",
    });
    expect(await suffering(refused, () => install(app))).toMatchObject({ code: "DeviceStorageFull" });
  });
});
