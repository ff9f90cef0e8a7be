import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readActionMilliseconds } from "#device-host/null-device/device-profile.ts";
import { nullDevices } from "#device-host/null-device/null-devices.ts";
import { readPng } from "#device-host/observe/png.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { DeviceId } from "#shared/contracts/values/ids.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const profile = { devices: 3, actionMilliseconds: 0 };
const press = { action: "tap", coordinate: [0.5, 0.5] };
const parsed = ({ output, error, cause }: { output?: string; error?: string; cause?: string }) => {
  expect(error, cause).toBeUndefined();
  return JSON.parse(output ?? "null");
};

describe("null devices", () => {
  let farm: TestFarm;
  beforeEach(async () => {
    farm = await startTestFarm();
    await farm.startHost({ devices: profile });
  });
  afterEach(() => farm.close());

  it("take a job through lease, set-up, actions, judging and release, without a phone", async () => {
    const checks = [
      { kind: "setting", namespace: "global", key: "device_provisioned", equals: "1" },
      { kind: "setting", namespace: "global", key: "wifi_on", equals: "1" },
    ];
    const held = await farm.lease({ validators: checks, claim: { status: "success" } });
    const first = { kind: "setUp", precheck: true, modelPicture: null, ocr: "never" } as const;
    const { observation } = parsed(await farm.run(held, first));
    expect(observation).toMatchObject({ package: "dev.drover.counter", flags: [] });
    const hashes = new Set([observation.treeHash]);
    for (const stepNumber of [1, 2, 3]) {
      const body = {
        kind: "perform",
        stepNumber,
        actions: [press],
        modelPicture: null,
        ocr: "never",
      } as const;
      const { outcome, observation: after } = parsed(await farm.run(held, body));
      expect(outcome).toMatchObject({ ok: true, effect: "done" });
      hashes.add(after.treeHash);
      const tree = await farm.storage.artifacts.getJson(after.treeKey, SemanticUITree);
      expect(tree.elements.map(({ text }) => text)).toContain(`Actions: ${stepNumber}`);
      expect(readPng(Buffer.from(await farm.storage.artifacts.get(after.screenshotKey))).size).toEqual({
        width: 270,
        height: 480,
      });
    }
    expect(hashes.size).toBe(4);
    expect(parsed(await farm.run(held, { kind: "judge" }))).toMatchObject({
      verdict: "failed",
      results: [{ verdict: "passed" }, { verdict: "failed" }],
    });
    expect(parsed(await farm.run(held, { kind: "release" }))).toEqual({ clean: true });
  });

  it("are all registered and ready, each with a queue of its own", async () => {
    const ids = [1, 2, 3].map((number) => DeviceId.parse(`host-a.null-${number}`));
    for (const deviceId of ids) {
      const device = await farm.waitFor(deviceId, ({ state }) => state === "ready");
      expect(device.queueUrl).toContain("/");
    }
    const { leases } = await leaseAll(farm, ids.length);
    expect(new Set(leases)).toEqual(new Set(ids));
  });

  it("give a job that named one of them that one, though all of their queues are asked in turn", async () => {
    const deviceId = DeviceId.parse("host-a.null-2");
    const { queueUrl } = await farm.waitFor(deviceId, ({ state }) => state === "ready");
    const named = await farm.acquire({ requirements: { deviceId } }, queueUrl?.split("/").at(-1));
    expect((await farm.leaseOf(named)).lease.deviceId).toBe(deviceId);
  });
});

const leaseAll = async (farm: TestFarm, count: number) => {
  const held = await Promise.all(Array.from({ length: count }, () => farm.lease()));
  return { leases: held.map(({ lease }) => lease.deviceId) };
};

describe("a null device", () => {
  const device = () => nullDevices({ devices: 1, actionMilliseconds: 0 }).device("null-1", () => {});

  it("says of a program that it does not have that it is not found, as a shell does", async () => {
    expect(await device().read([["sqlite3", "x"]])).toMatchObject([{ code: 127 }]);
    await expect(device().push("/sdcard/a", Buffer.from("a"))).rejects.toMatchObject({
      code: "DeviceUnsupported",
    });
    expect(await device().pull("/sdcard/a", 10)).toBeNull();
  });

  it("is not written to by a holder that lost it", async () => {
    const lost = device().with({
      guard: () => {
        throw new Error("lost");
      },
    });
    await expect(lost.writeAll([["input", "tap", "1", "1"]])).rejects.toThrow("lost");
  });

  it("is acted on no longer than its command may take", async () => {
    const slow = nullDevices({ devices: 1, actionMilliseconds: 60_000 }).device("null-1", () => {});
    const controller = new AbortController();
    const acting = slow.with({ signal: controller.signal }).writeAll([["input", "tap", "1", "1"]]);
    controller.abort(new Error("too late"));
    await expect(acting).rejects.toThrow("too late");
  });

  it("takes 'null' or milliseconds for its profile", () => {
    expect(readActionMilliseconds("null")).toBe(0);
    expect(readActionMilliseconds("150")).toBe(150);
    for (const text of ["", "-1", "fast", "110001", "1e3"])
      expect(() => readActionMilliseconds(text)).toThrow(/is not a device profile/);
  });
});
