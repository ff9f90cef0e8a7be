import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { devicePort } from "#device-host/actions/device-port.ts";
import { systemClock } from "#device-host/host-clock.ts";
import { hostAction } from "#shared/actions/action-catalogue.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { input } from "#shared/actions/input-commands.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import type { DeviceAction } from "../../device-action.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";
import { hostedServer, writeServerApks } from "./stand-in-server.ts";

const screen = { width: 1080, height: 2400 };
let test: TestPhone;
let dir: string;
let one: ReturnType<typeof hostedServer>;
const shells: string[] = [];
beforeAll(async () => {
  test = await startTestPhone();
  dir = await mkdtemp(path.join(tmpdir(), "drover-ui-input-"));
  const adb = test.adb.with({ onCommand: ({ service }) => void shells.push(service) });
  one = hostedServer({ adb, apks: writeServerApks(dir) });
  await one.server.prepare();
});
afterAll(async () => {
  one.server.letGo();
  await test.close();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await test.phone.packages.clear("com.android.contacts");
  await test.adb.write([
    ["am", "start", "-a", "android.intent.action.INSERT", "-t", "vnd.android.cursor.dir/contact"],
  ]);
  shells.length = 0;
});
const port = () => devicePort(one.adb, { sources: one.sources, uiServer: one.server });
const act = (action: DeviceAction) => {
  const { definition, parameters } = hostAction(action, builtInActions);
  return definition.run(parameters, {
    device: port(),
    screen,
    pixelOf: (coordinate) => toPixel(coordinate, screen),
    clock: systemClock,
    signal: new AbortController().signal,
  });
};

it.each(["你好，世界", "مرحبا", "नमस्ते", "Ünïcödé", "👨‍👩‍👧 family", "two\nlines"])(
  "enters %j without a keyboard app, and over what the field held",
  async (text) => {
    await act({ action: "type", text });
    expect((await port().focusedField())?.text).toBe(text);
    await act({ action: "type", text: `${text}!`, clear: true } as DeviceAction);
    expect((await port().focusedField())?.text).toBe(`${text}!`);
    expect(shells.filter((service) => /ime|ADB_INPUT|clipper/.test(service))).toEqual([]);
  },
);

it("taps, swipes and presses keys without a program for each", async () => {
  const done = await port().writeAll([
    input.tap(500, 300),
    input.swipe(500, 1_800, 500, 600, 100),
    input.keys(3),
  ]);
  expect(done).toEqual(["", "", ""]);
  expect(test.phone.activities.focused()?.packageName).toBe("com.android.launcher3");
  expect(shells.filter((service) => service.startsWith("shell:"))).toEqual([]);
});

it("does nothing for whoever lost the device's lease", async () => {
  const lost = new DroverError("LeaseLost", "It is another's.");
  const guarded = one.adb.with({
    guard: () => {
      throw lost;
    },
  });
  const { writeAll } = devicePort(guarded, { uiServer: one.server });
  await expect(writeAll([input.keys(3)])).rejects.toBe(lost);
  expect(test.phone.activities.focused()?.packageName).toBe("com.android.contacts");
});

it("[fault B17] does not repeat an input that the server may have done before it died", async () => {
  test.faults.install({ service: /^tcp:6790/, fault: { kind: "cut", afterBytes: 20 }, times: 1 });
  await expect(port().writeAll([input.keys(3)])).rejects.toMatchObject({ code: "DeviceTimeout" });
  expect(shells.filter((service) => service.includes("keyevent"))).toEqual([]);
  await port().writeAll([input.keys(3)]);
  expect(test.phone.activities.focused()?.packageName).toBe("com.android.launcher3");
});
