import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cleanDevice } from "#device-host/clean/clean-device.ts";
import { baselineOf, type DeviceBaseline, readWholeDevice } from "#device-host/clean/device-baseline.ts";
import { systemClock as clock } from "#device-host/host-clock.ts";
import { parseFiles, readDeviceContents } from "#device-host/judging/device-contents.ts";
import { watchedProviders } from "#device-host/judging/providers.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";

describe("cleaning a device", () => {
  let test: TestPhone;
  let baseline: DeviceBaseline;
  beforeEach(async () => {
    test = await startTestPhone();
    baseline = baselineOf(await readWholeDevice(test.adb, watchedProviders));
  });
  const clean = (...touched: readonly string[]) =>
    cleanDevice(test.adb, baseline, { touched, apiLevel: 34, clock });
  afterEach(() => test.close());

  it("[fault C12] takes every planted marker away and brings the settings back", async () => {
    const { phone, adb } = test;
    phone.settings.put("global", "bluetooth_on", "1");
    phone.settings.put("system", "planted", "marker");
    phone.settings.delete("system", "screen_brightness");
    await phone.content.insert("content://com.android.contacts/raw_contacts", { display_name: "Planted" });
    await adb.write([
      ["mkdir", "-p", "/sdcard/Download/planted dir/sub"],
      ["touch", "/sdcard/Download/planted dir/sub/it's; a file"],
      ["touch", "/data/local/tmp/planted\nline feed"],
      ["ime", "set", "com.android.adbkeyboard/.AdbIME"],
      ["am", "start", "-n", "com.android.settings/.Settings"],
    ]);
    expect(await clean("com.android.contacts")).toMatchObject({
      clean: true,
      leftovers: "",
    });
    expect(await readDeviceContents(adb)).toMatchObject({
      settings: baseline.settings,
      files: baseline.files,
    });
    expect(phone.settings.get("secure", "default_input_method")).toBe(
      "com.android.inputmethod.latin/.LatinIME",
    );
    expect(await phone.content.query("content://com.android.contacts/raw_contacts", {})).toEqual([]);
    expect(phone.activities.focused()?.packageName).toBe("com.android.launcher3");
    expect(phone.activities.tasks().map(({ packageName }) => packageName)).toEqual(["com.android.launcher3"]);
  });

  it("leaves no message, call or event of the apps that a job was in", async () => {
    const { phone, adb } = test;
    phone.telephony.sendMessage("5550100", "Hello");
    phone.telephony.dial("5550100");
    phone.telephony.hangUp();
    const event = { calendar_id: 1, title: "Lunch", dtstart: 0, dtend: 1, eventTimezone: "UTC" };
    await phone.content.insert("content://com.android.calendar/events", event);
    await adb.write([
      ["am", "start", "-n", "com.android.messaging/.ui.conversationlist.ConversationListActivity"],
    ]);
    const touched = ["com.android.messaging", "com.android.dialer", "com.android.calendar"];
    expect(await clean(...touched)).toMatchObject({ clean: true });
    for (const uri of ["sms", "call_log/calls", "com.android.calendar/events"])
      expect(await phone.content.query(`content://${uri}`, {})).toEqual([]);
  });

  it("[fault C13] says what stays when an app's data cannot be cleared", async () => {
    test.phone.faults.unclearablePackage = "com.android.deskclock";
    const result = await clean("com.android.deskclock");
    expect(result).toMatchObject({ clean: false, leftovers: "data of com.android.deskclock" });
  });

  it("[fault A15] finds an app that stayed although its removal said 'Success'", async () => {
    const { phone, adb } = test;
    const app = { packageName: "com.example.planted", label: "Planted" };
    await adb.push("/data/local/tmp/planted.apk", Buffer.from(JSON.stringify(app)));
    await adb.writeAll([["pm", "install", "/data/local/tmp/planted.apk"]]);
    const uninstall = vi.spyOn(phone.packages, "uninstall").mockResolvedValue(true);
    expect(await clean()).toMatchObject({
      clean: false,
      leftovers: "app com.example.planted",
    });
    uninstall.mockRestore();
    expect(await clean()).toMatchObject({ clean: true });
  });

  it("reads names with line feeds, and never one outside the watched directories", () => {
    const file = (path: string) => `-rw-rw---- 12 1700000000 ${path}\n`;
    const output = [
      "drwxrwx--x 4096 1700000000 /sdcard/\ndrwxrwx--x 4096 1700000000 /sdcard//a\n",
      ...["/sdcard//b\nsecond line", "/data/app/x", "/data/local/tmp/drover-00aa.xml"].map(file),
    ];
    expect(parseFiles(output.join(""))).toEqual({
      "/sdcard/a": "",
      "/sdcard/b\nsecond line": "12 1700000000",
    });
  });
});
