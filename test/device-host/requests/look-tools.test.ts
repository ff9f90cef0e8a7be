import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { windowDumps } from "#device-host/adb/window-dumps.ts";
import type { RunningHost } from "#device-host/start-host.ts";
import {
  HierarchyAnswer,
  LocateAnswer,
  ScreenshotAnswer,
  ValidateAnswer,
} from "#shared/contracts/device/device-tools.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import { askDevice } from "../ask-device.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const setUp = { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" } as const;

describe("looking at a device", () => {
  let farm: TestFarm;
  let host: RunningHost;
  let deviceId: DeviceId;
  beforeAll(async () => {
    farm = await startTestFarm();
    host = await farm.startHost();
    ({ deviceId } = await farm.device(0, (state) => state === "ready"));
  });
  afterAll(() => farm.close());

  const call = async (method: string, asked: string, body?: unknown) => {
    const response = await fetch(`${host.apiUrl}/device/${deviceId}/${asked}`, {
      method,
      headers: { authorization: `Bearer ${host.apiToken}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const pixels = (base64 = "") => sharp(Buffer.from(base64, "base64")).metadata();

  it("[spec E3] says where something is, and that it is where a tap meets it", async () => {
    const { body } = await call("POST", "locate", { description: "Settings", criteria: { clickable: true } });
    const { candidates } = LocateAnswer.parse(body);
    const [first] = candidates;
    expect(first).toMatchObject({ confidence: 1, element: { clickable: true } });
    const { left, top, right, bottom } = first?.element.bounds ?? { left: 0, top: 0, right: 0, bottom: 0 };
    expect(first?.pixel).toEqual({ x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) });
  });

  it("[spec E3] validates the screen as it is now", async () => {
    const { body } = await call("POST", "validate", {
      package: "com.android.launcher3",
      absent: ["Airplane"],
    });
    expect(ValidateAnswer.parse(body)).toMatchObject({ result: "met", package: "com.android.launcher3" });
    expect(await call("POST", "validate", {})).toMatchObject({
      status: 400,
      body: { code: "InvalidRequest" },
    });
  });

  it("[spec E3] takes a picture of the whole screen, or of a part in pixels or normalised", async () => {
    const whole = ScreenshotAnswer.parse((await call("GET", "screenshot")).body);
    expect(whole).toMatchObject({ size: { width: 1080, height: 2400 }, rotation: 0, secure: false });
    expect(await pixels(whole.base64)).toMatchObject({ format: "png", width: 1080, height: 2400 });
    const region = { left: 0, top: 0.5, right: 0.5, bottom: 1, unit: "normalised" };
    const part = ScreenshotAnswer.parse((await call("POST", "screenshot", { region })).body);
    expect(part.region).toEqual({ left: 0, top: 1200, right: 540, bottom: 2400 });
    expect(await pixels(part.base64)).toMatchObject({ width: 540, height: 1200 });
    const outside = { left: 5_000, top: 0, right: 5_100, bottom: 10 };
    expect(await call("POST", "screenshot", { region: outside })).toMatchObject({ status: 400 });
  });

  it("says that a window on the screen forbids pictures", async () => {
    const [phone] = farm.phones.phones;
    if (phone === undefined) throw new Error("no phone");
    phone.faults.secureWindows = true;
    phone.changed();
    expect((await call("GET", "screenshot")).body).toMatchObject({ secure: true });
    phone.faults.secureWindows = false;
    phone.changed();
  });

  it("[spec G3] gives the whole forest, every window of it", async () => {
    const answer = HierarchyAnswer.parse((await call("GET", "hierarchy")).body);
    expect(answer).toMatchObject({
      allWindows: true,
      windows: [{ type: "TYPE_APPLICATION", focused: true }],
    });
    expect(answer.windows[0]?.nodes).toBeGreaterThan(5);
    expect(windowDumps(answer.xml ?? "")).toHaveLength(answer.windows.length);
  });

  it("keeps what is too large for an answer in storage when it goes through the queue", async () => {
    const told = ScreenshotAnswer.parse(
      await askDevice(farm, deviceId, { type: "screenshot", screenshot: { as: "link" } }),
    );
    expect(told.key).toMatch(new RegExp(`^tenants/acme/devices/${deviceId}/[0-9A-Z]{26}/screenshot\\.png$`));
    const stored = Buffer.from(await farm.storage.artifacts.get(told.key ?? ""));
    expect(await sharp(stored).metadata()).toMatchObject({ width: 1080, height: 2400 });
    const small = { type: "screenshot", screenshot: { as: "base64" } } as const;
    expect(ScreenshotAnswer.parse(await askDevice(farm, deviceId, small)).base64).toMatch(/^iVBOR/);
    const forest = HierarchyAnswer.parse(await askDevice(farm, deviceId, { type: "hierarchy" }));
    expect(await farm.storage.artifacts.getText(forest.key ?? "")).toContain("<displays>");
  });

  it("[spec G3] looks at a device that a job holds, and at a quarantined one, without changing either", async () => {
    const held = await farm.lease();
    await farm.run(held, setUp);
    expect((await call("GET", "hierarchy")).status).toBe(200);
    expect((await call("POST", "locate", { description: "Settings" })).status).toBe(200);
    expect(await farm.device(0, () => true)).toMatchObject({ state: "leased", leaseEpoch: held.lease.epoch });
    await farm.run(held, { kind: "release" });
    await farm.device(0, (state) => state === "ready");
    await askDevice(farm, deviceId, { type: "quarantine", reason: "mine" });
    expect((await call("GET", "screenshot")).status).toBe(200);
    expect(await farm.device(0, () => true)).toMatchObject({
      state: "quarantined",
      quarantinedBy: "operator",
    });
    await askDevice(farm, deviceId, { type: "release" });
  });
});
