import { describe, expect, it } from "vitest";
import { KEY, pickUpPhone } from "../phone-user.ts";

const ALARMS = "content://com.android.deskclock/alarms";

describe("Clock on the virtual phone", () => {
  it("sets an alarm for 7:30 on the dial", async () => {
    await using user = await pickUpPhone();
    await user.tap("Clock");
    await user.tap("Add alarm");
    expect((await user.see("android:id/hours")).attributes.text).toBe("9");
    await user.tap("7");
    await user.tap("30");
    await user.tap("OK");
    expect((await user.see("7:30 AM Alarm")).attributes.clickable).toBe("true");
    const rows = await user.phone.content.query(ALARMS, { where: "hour = 7" });
    expect(rows).toMatchObject([{ hour: 7, minutes: 30, enabled: 1, daysofweek: 0 }]);
    expect(user.phone.settings.get("system", "next_alarm_formatted")).toBe("Tue 7:30 AM");
  });

  it("takes a time as text, refuses an impossible one, and knows the afternoon", async () => {
    await using user = await pickUpPhone();
    await user.tap("Clock");
    await user.tap("Add alarm");
    await user.tap("Switch to text input mode for the time input.");
    await user.phone.input.text("19");
    await user.tap("android:id/input_minute");
    await user.phone.input.text("05");
    await user.tap("OK");
    expect(await user.find("android:id/label_error")).toBeDefined();
    await user.tap("android:id/input_hour");
    await user.phone.input.text("7");
    await user.tap("android:id/am_pm_spinner");
    await user.tap("PM");
    await user.tap("OK");
    expect(await user.phone.content.query(ALARMS, { projection: ["minutes"], where: "hour = 19" })).toEqual([
      { minutes: 5 },
    ]);
  });

  it("repeats an alarm on chosen days, labels it and deletes it", async () => {
    await using user = await pickUpPhone();
    await user.phone.activities.start({
      action: "android.intent.action.SET_ALARM",
      categories: [],
      extras: {
        "android.intent.extra.alarm.HOUR": 6,
        "android.intent.extra.alarm.MINUTES": 15,
        "android.intent.extra.alarm.MESSAGE": "Run",
      },
      flags: 0,
    });
    await user.tap("6:15 AM Alarm");
    await user.tap("Repeat");
    await user.tap("Sunday");
    await user.tap("Run Label");
    await user.phone.input.text(" far");
    await user.tap("OK");
    expect(await user.phone.content.query(ALARMS, { where: "hour = 6" })).toMatchObject([
      { daysofweek: 63, label: "Run far" },
    ]);
    await user.tap("Delete");
    expect(await user.phone.content.query(ALARMS, { where: "hour = 6" })).toEqual([]);
  });

  it("runs a timer of five minutes that time moves on, and pauses it", async () => {
    await using user = await pickUpPhone();
    await user.tap("Clock");
    await user.tap("Timer");
    for (const digit of ["5", "0", "0"]) await user.tap(digit);
    expect((await user.see("com.android.deskclock:id/timer_setup_time")).attributes.text).toBe("00h 05m 00s");
    await user.tap("Start");
    user.setTime("2026-03-02T09:42:01Z");
    expect((await user.see("com.android.deskclock:id/timer_time_text")).attributes.text).toBe("3:59");
    await user.tap("Pause");
    user.setTime("2026-03-02T10:00:00Z");
    expect(await user.find("3:59")).toBeDefined();
  });

  it("keeps the time that was typed when the picker shows the dial again", async () => {
    await using user = await pickUpPhone();
    await user.tap("Clock");
    await user.tap("Add alarm");
    await user.tap("Switch to text input mode for the time input.");
    await user.phone.input.text("6");
    await user.tap("android:id/input_minute");
    await user.phone.input.text("42");
    await user.tap("Switch to clock mode for the time input.");
    await user.tap("OK");
    expect(await user.find("6:42 AM Alarm")).toBeDefined();
  });

  it("reaches each of several timers, and gives one a label", async () => {
    await using user = await pickUpPhone();
    const timer = (seconds: number) =>
      user.phone.activities.start({
        action: "android.intent.action.SET_TIMER",
        categories: [],
        extras: { "android.intent.extra.alarm.LENGTH": seconds },
        flags: 0,
      });
    for (const seconds of [60, 120]) await timer(seconds);
    expect(await user.find("1:00")).toBeDefined();
    expect(await user.find("2:00")).toBeDefined();
    await user.tap("Label");
    await user.phone.input.text("Pasta");
    await user.tap("OK");
    await user.tap("Delete");
    expect(await user.find("Pasta")).toBeUndefined();
    expect(await user.phone.content.query("content://com.android.deskclock/timers", {})).toMatchObject([
      { length_milliseconds: 60_000, label: "" },
    ]);
  });

  it("goes on with the stopwatch after the app was stopped", async () => {
    await using user = await pickUpPhone();
    await user.tap("Clock");
    await user.tap("Stopwatch");
    await user.tap("Start");
    await user.phone.activities.forceStop("com.android.deskclock");
    user.setTime("2026-03-02T09:41:05Z");
    await user.tap("Clock");
    await user.tap("Stopwatch");
    expect(await user.find("5.00")).toBeDefined();
    expect(await user.find("Pause")).toBeDefined();
  });

  it("keeps the 24-hour format that Settings chose", async () => {
    await using user = await pickUpPhone();
    user.phone.settings.put("system", "time_12_24", "24");
    await user.tap("Clock");
    await user.tap("Add alarm");
    await user.tap("18");
    await user.tap("45");
    await user.tap("OK");
    expect(await user.find("18:45 Alarm")).toBeDefined();
    await user.press(KEY.home);
  });
});
