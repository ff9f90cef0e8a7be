import { describe, expect, it } from "vitest";
import { pickUpPhone } from "../phone-user.ts";

describe("scripted faults of the virtual phone", () => {
  it("never idles while it animates", async () => {
    await using user = await pickUpPhone();
    user.phone.faults.animate = { waitMilliseconds: 1 };
    expect(await user.phone.dumpHierarchy()).toEqual({ ok: false, error: "could not get idle state" });
    user.phone.faults.animate = null;
    expect(await user.find("Settings")).toBeDefined();
  });

  it("has a null root as often as told, then children that come late", async () => {
    await using user = await pickUpPhone();
    user.phone.faults.nullRoots = 2;
    user.phone.faults.lateChildren = 1;
    const nullRoot = { ok: false, error: "null root node returned by UiTestAutomationBridge" };
    expect(await user.phone.dumpHierarchy()).toEqual(nullRoot);
    expect(await user.phone.dumpHierarchy()).toEqual(nullRoot);
    expect((await user.nodes()).at(-1)?.attributes["resource-id"]).toBe("android:id/content");
    expect(await user.find("Settings")).toBeDefined();
  });

  it("turns the display between two looks", async () => {
    await using user = await pickUpPhone();
    user.phone.faults.rotation = 1;
    user.phone.changed();
    expect(user.phone.display).toMatchObject({ width: 2_400, height: 1_080, rotation: 1 });
    const dump = await user.phone.dumpHierarchy();
    expect(dump.ok && dump.xml).toContain('<hierarchy rotation="1">');
    expect((await user.nodes())[0]?.bounds).toEqual([0, 0, 2_400, 1_080]);
  });

  it("does not change while frozen, although it still answers", async () => {
    await using user = await pickUpPhone();
    const before = await user.phone.screencap();
    user.phone.faults.frozen = true;
    await user.tap("Settings");
    await user.press(3, 26);
    expect(await user.phone.screencap()).toBe(before);
    expect(user.phone.display.isOn).toBe(true);
  });

  it("says that an app has stopped and ends it", async () => {
    await using user = await pickUpPhone();
    await user.tap("Clock");
    user.phone.showAppError("com.android.deskclock", "crash");
    expect((await user.see("Clock has stopped")).attributes.package).toBe("android");
    expect(
      user.phone.activities.running().some(({ packageName }) => packageName === "com.android.deskclock"),
    ).toBe(false);
    await user.tap("Close app");
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.launcher3");
  });

  it("covers everything with an ANR dialog, unless error dialogs are hidden", async () => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    user.phone.showAppError("com.android.settings", "anr");
    expect(user.phone.activities.focused()?.windowTitle).toBe(
      "Application Not Responding: com.android.settings",
    );
    expect(await user.find("Search settings")).toBeUndefined();
    await user.tap("Wait");
    expect(await user.find("Search settings")).toBeDefined();
    user.phone.settings.put("global", "hide_error_dialogs", "1");
    user.phone.showAppError("com.android.settings", "anr");
    expect(await user.find("Search settings")).toBeDefined();
  });

  it("asks for a permission over the app and remembers the answer", async () => {
    await using user = await pickUpPhone();
    user.phone.showPermissionDialog("com.android.contacts", "access your contacts");
    expect(await user.find("Allow Contacts to access your contacts?")).toBeDefined();
    await user.tap("com.android.permissioncontroller:id/permission_deny_button");
    expect(user.phone.settings.get("secure", "drover_permission_com.android.contacts")).toBe("denied");
    expect(await user.find("Settings")).toBeDefined();
  });

  it("cuts dumps and screenshots while told to", async () => {
    await using user = await pickUpPhone();
    const whole = await user.phone.screencap();
    user.phone.faults.tamperDump = (xml) => xml.slice(0, 200);
    user.phone.faults.tamperScreenshot = (png) => png.subarray(0, -12);
    const dump = await user.phone.dumpHierarchy();
    expect(dump.ok && dump.xml).toHaveLength(200);
    expect(await user.phone.screencap()).toHaveLength(whole.length - 12);
    user.phone.faults.tamperDump = null;
    user.phone.faults.tamperScreenshot = null;
    expect(await user.find("Settings")).toBeDefined();
    expect(await user.phone.screencap()).toBe(whole);
  });

  it("never says that it has booted", async () => {
    await using user = await pickUpPhone();
    user.phone.faults.neverBoots = true;
    await user.phone.reboot();
    expect(user.phone.properties().has("sys.boot_completed")).toBe(false);
  });
});
