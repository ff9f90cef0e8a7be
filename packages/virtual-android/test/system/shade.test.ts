import { describe, expect, it } from "vitest";
import { KEY, type PhoneUser, pickUpPhone } from "../phone-user.ts";

const pullDown = ({ phone }: PhoneUser) => phone.input.swipe(540, 5, 540, 900, 300);
const swipeUp = ({ phone }: PhoneUser) => phone.input.swipe(540, 1_800, 540, 900, 300);
const setting = (user: PhoneUser, name: string) => user.shell(`settings get ${name}`);

describe("the notification shade", () => {
  it("shows what apps have posted, opens it and takes it away", async () => {
    await using user = await pickUpPhone();
    user.phone.postNotification({ package: "com.android.deskclock", title: "Missed alarm", text: "8:30 AM" });
    await pullDown(user);
    expect(user.phone.activities.focused()?.windowTitle).toBe("NotificationShade");
    expect((await user.see("Missed alarm")).attributes).toMatchObject({
      "resource-id": "android:id/title",
      package: "com.android.systemui",
    });
    await user.tap("com.android.systemui:id/expandableNotificationRow");
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.deskclock");
    await pullDown(user);
    expect(await user.find("No notifications")).toBeDefined();
  });

  it("dismisses one by a swipe and all at once, but not what goes on", async () => {
    await using user = await pickUpPhone();
    const post = (id: number, title: string, ongoing = false) =>
      user.phone.postNotification({ package: "com.android.contacts", id, title, text: "…", ongoing });
    post(1, "First");
    post(2, "Second");
    post(3, "A call", true);
    await pullDown(user);
    const [left, top, right, bottom] = (await user.see("Second")).bounds;
    const y = (top + bottom) / 2;
    await user.phone.input.swipe(left + 50, y, right + 400, y, 200);
    expect(await user.find("Second")).toBeUndefined();
    await user.tap("Clear all");
    expect(await user.find("First")).toBeUndefined();
    expect(await user.find("A call")).toBeDefined();
  });

  it("holds tiles that change the phone's settings", async () => {
    await using user = await pickUpPhone();
    await user.shell("cmd statusbar expand-settings");
    await user.tap("Bluetooth,Off");
    await user.tap("Do Not Disturb,Off");
    await user.tap("Flashlight,Off");
    await user.tap("Auto-rotate,Off");
    expect(await setting(user, "global bluetooth_on")).toBe("1\n");
    expect(await setting(user, "global zen_mode")).toBe("1\n");
    expect(await setting(user, "secure flashlight_enabled")).toBe("1\n");
    expect(await setting(user, "system accelerometer_rotation")).toBe("1\n");
    await user.tap("Airplane mode,Off");
    expect(await setting(user, "global airplane_mode_on")).toBe("1\n");
    await user.tap("Internet,Off");
    await user.tap("com.android.systemui:id/wifi_toggle_row");
    await user.tap("Done");
    expect(await user.find("Internet,AndroidWifi")).toBeDefined();
  });

  it("answers a text message in place, as RemoteInput does", async () => {
    await using user = await pickUpPhone();
    user.phone.receiveMessage({ from: "+16505551212", text: "Are you there?" });
    await pullDown(user);
    await user.tap("Reply");
    expect(user.phone.activities.focused()?.windowTitle).toBe("NotificationShade");
    await user.shell("input text Yes");
    expect((await user.see("com.android.systemui:id/remote_input_text")).attributes).toMatchObject({
      class: "android.widget.EditText",
      text: "Yes",
    });
    await user.tap("com.android.systemui:id/remote_input_send");
    expect(await user.shell("content query --uri content://sms/sent --projection address:body")).toBe(
      "Row: 0 address=+16505551212, body=Yes\n",
    );
    expect(await user.find("Are you there?")).toBeUndefined();
  });

  it("goes away by BACK, HOME, a swipe up or cmd statusbar collapse", async () => {
    await using user = await pickUpPhone();
    const isOpen = () => user.phone.activities.focused()?.windowTitle === "NotificationShade";
    await user.tap("Settings");
    await pullDown(user);
    await user.press(KEY.back);
    expect(isOpen()).toBe(false);
    await pullDown(user);
    await swipeUp(user);
    expect(isOpen()).toBe(false);
    await user.press(83);
    expect(isOpen()).toBe(true);
    await user.shell("cmd statusbar collapse");
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.settings");
    await pullDown(user);
    await user.press(KEY.home);
    expect(await user.find("Clock")).toBeDefined();
  });

  it("keeps notifications in a snapshot", async () => {
    await using user = await pickUpPhone();
    user.phone.postNotification({ package: "com.android.contacts", title: "Kept", text: "…" });
    const snapshot = user.phone.snapshot();
    await pullDown(user);
    await user.tap("Clear all");
    user.phone.restore(snapshot);
    await pullDown(user);
    expect(await user.find("Kept")).toBeDefined();
  });
});

describe("the app drawer", () => {
  it("comes up by a swipe, searches, and goes by a swipe, BACK or HOME", async () => {
    await using user = await pickUpPhone();
    await swipeUp(user);
    expect(await user.find("com.android.launcher3:id/apps_view")).toBeDefined();
    await user.tap("Search apps");
    await user.phone.input.text("cont");
    expect(await user.find("Clock")).toBeUndefined();
    await user.press(KEY.enter);
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.contacts");
    await user.press(KEY.home);
    expect(await user.find("com.android.launcher3:id/apps_view")).toBeUndefined();
    await user.tap("Search");
    expect(user.phone.activities.inputMethodShown()).toBe(true);
    await user.press(KEY.back, KEY.back);
    expect(await user.find("com.android.launcher3:id/workspace")).toBeDefined();
  });
});

describe("the lock screen", () => {
  const lock = async (user: PhoneUser) => user.press(KEY.power, KEY.power);

  it("shows notifications, opens one by a tap and takes one away by a swipe", async () => {
    await using user = await pickUpPhone();
    user.phone.postNotification({ package: "com.android.deskclock", title: "Missed alarm", text: "8:30 AM" });
    user.phone.postNotification({ package: "com.android.contacts", id: 2, title: "Second", text: "…" });
    await lock(user);
    expect(user.phone.display.isLocked).toBe(true);
    expect(await user.find("com.android.systemui:id/lockscreen_clock_view")).toBeDefined();
    const [left, top, right, bottom] = (await user.see("Second")).bounds;
    await user.phone.input.swipe(left + 50, (top + bottom) / 2, right + 300, (top + bottom) / 2, 200);
    expect(await user.find("Second")).toBeUndefined();
    expect(user.phone.display.isLocked).toBe(true);
    await user.tap("com.android.systemui:id/expandableNotificationRow");
    expect(user.phone.display.isLocked).toBe(false);
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.deskclock");
  });

  it("keeps them to itself when the settings say so", async () => {
    await using user = await pickUpPhone();
    user.phone.postNotification({ package: "com.android.deskclock", title: "Missed alarm", text: "8:30 AM" });
    await user.shell("settings put secure lock_screen_show_notifications 0");
    await lock(user);
    expect(await user.find("Missed alarm")).toBeUndefined();
    await swipeUp(user);
    expect(user.phone.display.isLocked).toBe(false);
  });
});
