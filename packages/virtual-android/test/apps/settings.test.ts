import { describe, expect, it } from "vitest";
import { KEY, pickUpPhone } from "../phone-user.ts";

describe("Settings on the virtual phone", () => {
  it("turns Bluetooth on where Android 14 has it, and the settings provider says so", async () => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    await user.tap("Connected devices");
    await user.tap("Connection preferences");
    expect((await user.see("Off")).attributes["resource-id"]).toBe("android:id/summary");
    await user.tap("Bluetooth");
    expect(user.phone.settings.get("global", "bluetooth_on")).toBe("0");
    await user.tap("com.android.settings:id/main_switch_bar");
    expect(user.phone.settings.get("global", "bluetooth_on")).toBe("1");
    expect((await user.see("android:id/switch_widget")).attributes.checked).toBe("true");
  });

  it("shows at once what `settings put` changes", async () => {
    await using user = await pickUpPhone();
    await user.phone.activities.start({
      action: "android.settings.BLUETOOTH_SETTINGS",
      categories: [],
      extras: {},
      flags: 0,
    });
    expect((await user.see("android:id/switch_widget")).attributes.checked).toBe("false");
    user.phone.settings.put("global", "bluetooth_on", "1");
    expect((await user.see("android:id/switch_widget")).attributes.checked).toBe("true");
  });

  it("turns Wi-Fi off, and airplane mode gives back the Wi-Fi that it took", async () => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    await user.tap("Network & internet");
    await user.tap("Airplane mode");
    expect(user.phone.settings.get("global", "wifi_on")).toBe("3");
    await user.tap("Airplane mode");
    expect(user.phone.settings.get("global", "wifi_on")).toBe("1");
    await user.tap("Internet");
    await user.tap("Wi‑Fi");
    expect(user.phone.settings.get("global", "wifi_on")).toBe("0");
    expect(await user.find("AndroidWifi")).toBeUndefined();
  });

  it("sets the brightness half way by a tap on the slider, on Android's own scale", async () => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    await user.scrollTo("Display");
    await user.tap("Brightness level");
    await user.tap("Display brightness");
    expect(user.phone.settings.get("system", "screen_brightness")).toBe("22");
    await user.press(KEY.back);
    expect((await user.see("50%")).attributes["resource-id"]).toBe("android:id/summary");
  });

  it("needs scrolling to reach About phone, which names the Android version", async () => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    expect(await user.find("About phone")).toBeUndefined();
    await user.scrollTo("About phone");
    await user.scrollTo("Android version");
    expect((await user.see("14")).attributes["resource-id"]).toBe("android:id/summary");
  });

  it("finds a page by its search although Wi‑Fi is written with a non-breaking hyphen", async () => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    await user.tap("Search settings");
    await user.phone.input.text("wi-fi");
    await user.tap("Wi‑Fi");
    expect((await user.see("AndroidWifi")).attributes.text).toBe("AndroidWifi");
  });

  it("changes a volume by dragging its slider and the screen timeout by a choice", async () => {
    await using user = await pickUpPhone();
    await user.phone.activities.start({
      action: "android.settings.SOUND_SETTINGS",
      categories: [],
      extras: {},
      flags: 0,
    });
    const slider = (await user.nodes()).find(
      ({ attributes }) => attributes.class === "android.widget.SeekBar",
    );
    const [left, top, right, bottom] = slider?.bounds ?? [0, 0, 0, 0];
    const y = (top + bottom) / 2;
    await user.phone.input.swipe((left + right) / 2, y, right - 1, y, 300);
    expect(user.phone.settings.get("system", "volume_music")).toBe("15");
    await user.phone.activities.start({
      action: "android.settings.DISPLAY_SETTINGS",
      categories: [],
      extras: {},
      flags: 0,
    });
    await user.tap("Screen timeout");
    await user.tap("5 minutes");
    expect(user.phone.settings.get("system", "screen_off_timeout")).toBe("300000");
  });

  it.each([
    ["about phone", "About phone"],
    ["display", "Display"],
    ["time zone", "Time zone"],
  ])("finds %s in the search", async (typed, title) => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    await user.tap("Search settings");
    await user.phone.input.text(typed);
    await user.tap(title);
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.settings");
  });
});
