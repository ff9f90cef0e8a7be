import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { KEY, pickUpPhone } from "../phone-user.ts";

const ALARMS = "content://com.android.deskclock/alarms";
const setAlarm = (hour: number) => ({
  action: "android.intent.action.SET_ALARM",
  categories: [],
  extras: { "android.intent.extra.alarm.HOUR": hour, "android.intent.extra.alarm.SKIP_UI": true },
  flags: 0,
});

describe("VirtualPhone", () => {
  it("keeps app data and settings over a reboot, with a new boot id and no running apps", async () => {
    await using user = await pickUpPhone();
    const { phone } = user;
    await phone.activities.start(setAlarm(5));
    phone.settings.put("global", "bluetooth_on", "1");
    await user.tap("Clock");
    const bootId = () => readFile(join(phone.filesRoot, "proc/sys/kernel/random/boot_id"), "utf8");
    const before = await bootId();
    await phone.reboot();
    expect(await bootId()).not.toBe(before);
    expect(before).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\n$/);
    expect(phone.activities.focused()?.packageName).toBe("com.android.launcher3");
    expect(await phone.content.query(ALARMS, { where: "hour = 5" })).toHaveLength(1);
    expect(phone.settings.get("global", "bluetooth_on")).toBe("1");
    expect(phone.properties().get("sys.boot_completed")).toBe("1");
  });

  it("shows another boot id each time it is started on the same directory with the same seed", async () => {
    await using user = await pickUpPhone();
    const bootIds = [user.phone.properties().get("ro.boot.bootid")];
    for (let start = 0; start < 2; start += 1) {
      await using again = await pickUpPhone(user.dir);
      const file = await readFile(join(again.phone.filesRoot, "proc/sys/kernel/random/boot_id"), "utf8");
      expect(file.trim()).toBe(again.phone.properties().get("ro.boot.bootid"));
      bootIds.push(file.trim());
    }
    expect(new Set(bootIds).size).toBe(3);
  });

  it("finds its data again when it is made a second time on the same directory", async () => {
    await using user = await pickUpPhone();
    await user.phone.activities.start(setAlarm(4));
    user.phone.settings.put("system", "screen_brightness", "7");
    await user.phone.packages.install(Buffer.from('{"packageName":"com.example.notes","label":"Jotter"}'), {
      replace: false,
      downgrade: false,
    });
    await user.phone.close();
    await using again = await pickUpPhone(user.dir);
    expect(await again.phone.content.query(ALARMS, { where: "hour = 4" })).toHaveLength(1);
    expect(again.phone.settings.get("system", "screen_brightness")).toBe("7");
    await again.tap("Jotter");
    expect(await again.find("Welcome to Jotter")).toBeDefined();
  });

  it("has its apps' databases from the first boot on, as a real phone does", async () => {
    await using user = await pickUpPhone();
    const contacts = join(
      user.phone.filesRoot,
      "data/data/com.android.providers.contacts/databases/contacts2.db",
    );
    expect((await readFile(contacts)).subarray(0, 15).toString()).toBe("SQLite format 3");
  });

  it("keeps alarms in a real SQLite file at Android's path", async () => {
    await using user = await pickUpPhone();
    await user.phone.activities.start(setAlarm(3));
    const file = join(user.phone.filesRoot, "data/user_de/0/com.android.deskclock/databases/alarms.db");
    using database = new DatabaseSync(file, { readOnly: true });
    expect(
      database.prepare("SELECT hour, minutes, enabled FROM alarm_templates WHERE hour = 3").get(),
    ).toEqual({ hour: 3, minutes: 0, enabled: 1 });
  });

  it("forgets an app's data when it is cleared, unless clearing fails", async () => {
    await using user = await pickUpPhone();
    await user.phone.activities.start(setAlarm(2));
    user.phone.faults.unclearablePackage = "com.android.deskclock";
    expect(await user.phone.packages.clear("com.android.deskclock")).toBe(false);
    user.phone.faults.unclearablePackage = null;
    expect(await user.phone.packages.clear("com.android.deskclock")).toBe(true);
    expect(await user.phone.content.query(ALARMS, { projection: ["hour"] })).toEqual([
      { hour: 8 },
      { hour: 9 },
    ]);
    expect(await user.phone.packages.clear("com.example.absent")).toBe(false);
  });

  it("installs what it can run and names why not otherwise", async () => {
    await using user = await pickUpPhone();
    const { packages } = user.phone;
    const apk = (versionCode: number) =>
      Buffer.from(JSON.stringify({ packageName: "com.example.notes", label: "Jotter", versionCode }));
    const plain = { replace: false, downgrade: false };
    expect(await packages.install(apk(2), plain)).toBe("com.example.notes");
    await expect(packages.install(apk(2), plain)).rejects.toThrow(/^INSTALL_FAILED_ALREADY_EXISTS: /);
    await expect(packages.install(apk(1), { replace: true, downgrade: false })).rejects.toThrow(
      /^INSTALL_FAILED_VERSION_DOWNGRADE: /,
    );
    await expect(packages.install(Buffer.alloc(0), plain)).rejects.toThrow(/^INSTALL_PARSE_FAILED_NOT_APK: /);
    await expect(packages.install(Buffer.from("PK\u0003\u0004"), plain)).rejects.toThrow(
      /^INSTALL_PARSE_FAILED_NOT_APK: Failed to parse/,
    );
    await expect(
      packages.install(Buffer.from('{"packageName":"com.x; reboot","label":"x"}'), plain),
    ).rejects.toThrow(/^INSTALL_PARSE_FAILED_NOT_APK: /);
    expect(await packages.uninstall("com.example.notes")).toBe(true);
    expect(await packages.uninstall("com.android.settings")).toBe(false);
  });

  it("opens web addresses in the browser and nothing else there", async () => {
    await using user = await pickUpPhone();
    const view = (data: string) =>
      user.phone.activities.start({
        action: "android.intent.action.VIEW",
        data,
        categories: [],
        extras: {},
        flags: 0,
      });
    expect(await view("https://example.com/a?b=1")).toMatchObject({ status: "ok", broughtToFront: false });
    expect(await user.find("https://example.com/a?b=1")).toBeDefined();
    for (const data of ["file:///sdcard/", "javascript:alert(1)", "intent://x#Intent;end"])
      expect(await view(data)).toEqual({ status: "no-activity" });
    const component = "com.android.settings/.Nowhere";
    expect(await user.phone.activities.start({ component, categories: [], extras: {}, flags: 0 })).toEqual({
      status: "no-class",
      component,
    });
  });

  it("answers content queries with Android's words for what it does not know", async () => {
    await using user = await pickUpPhone();
    const { content } = user.phone;
    await expect(content.query("content://com.example/x", {})).rejects.toThrow(
      "Could not find provider: com.example",
    );
    await expect(content.query("content://com.android.contacts/nothing", {})).rejects.toThrow("Unknown URI");
    await expect(content.query("content://settings/global", { projection: ["nope"] })).rejects.toThrow(
      "Invalid column nope",
    );
    expect(
      await content.query("content://settings/global", { projection: ["value"], where: "name='wifi_on'" }),
    ).toEqual([{ value: "1" }]);
    await content.insert("content://settings/system", { name: "drover_test", value: "x" });
    expect(user.phone.settings.get("system", "drover_test")).toBe("x");
    expect(await content.delete("content://settings/system", "name='drover_test'")).toBe(1);
    expect(user.phone.settings.get("system", "drover_test")).toBeNull();
  });

  it("does not mix up what two phones keep", async () => {
    await using one = await pickUpPhone();
    await using two = await pickUpPhone();
    await writeFile(join(one.phone.filesRoot, "sdcard/Download/mine.txt"), "one");
    await one.phone.activities.start(setAlarm(1));
    expect(await two.phone.content.query(ALARMS, { where: "hour = 1" })).toEqual([]);
    await expect(readFile(join(two.phone.filesRoot, "sdcard/Download/mine.txt"))).rejects.toThrow("ENOENT");
    await one.press(KEY.home);
  });
});
