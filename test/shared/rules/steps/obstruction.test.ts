import { describe, expect, it } from "vitest";
import { blocks, obstructionOn } from "#shared/rules/steps/obstruction.ts";
import { checkState } from "#shared/screen/expected-state.ts";
import { button, label, screenOf } from "../../screen/screen-parts.ts";
import { dump, switchRow, treeOf } from "../../screen/tree/dump.ts";

const plain = screenOf(label("Alarms", [0, 100, 1080, 200]), button("Add alarm", [400, 2000, 680, 2200]));

describe("what is in the way", () => {
  it("knows Android's error dialogs by their ids in any language", () => {
    const crash = screenOf(
      label("Uhr wurde beendet", [0, 900, 1080, 1000], { "resource-id": "android:id/alertTitle" }),
      button("App schließen", [0, 1100, 1080, 1200], { "resource-id": "android:id/aerr_close" }),
    );
    expect(obstructionOn(crash)).toEqual({ kind: "crash", says: "Uhr wurde beendet" });
    expect(blocks(obstructionOn(crash))).toBe(true);
  });

  it("knows a dialog of an app and an offline banner, and sees nothing on a plain screen", () => {
    const popup = screenOf(
      label("Rate us", [0, 900, 1080, 1000], { "resource-id": "com.example:id/alertTitle" }),
      button("Later", [0, 1100, 500, 1200], { "resource-id": "android:id/button2" }),
    );
    expect(obstructionOn(popup)?.kind).toBe("popup");
    const banner = screenOf(
      label("You're offline", [0, 100, 1080, 200]),
      button("Retry", [0, 300, 300, 400]),
    );
    expect(obstructionOn(banner)?.kind).toBe("offline");
    expect(blocks(obstructionOn(banner))).toBe(false);
    expect(obstructionOn(plain)).toBeNull();
  });
});

describe("the expected state", () => {
  it("[spec E3] is met by an element or an app in front, and says what is missing otherwise", () => {
    expect(checkState(plain, "Add alarm").verdict).toBe("met");
    expect(checkState({ ...plain, app_name: "Clock" }, "the Clock app is in front").verdict).toBe("met");
    expect(checkState(plain, "Bluetooth")).toEqual({
      verdict: "unmet",
      confidence: expect.any(Number),
      differences: [expect.stringContaining('no "Bluetooth"')],
    });
    expect(checkState(plain, "A list of all of the alarms that were ever set on this device").verdict).toBe(
      "unsure",
    );
  });

  const wifi = (on: boolean) => treeOf(dump(switchRow("Wi-Fi", on, 200)));
  it.each([
    ["Wi-Fi off", true, "unmet"],
    ["Wi-Fi is off", true, "unmet"],
    ["Wi-Fi is not on", true, "unmet"],
    ["the Wi-Fi switch is turned off", true, "unmet"],
    ["Wi-Fi disabled", true, "unmet"],
    ["Wi-Fi off", false, "met"],
    ["Wi-Fi is not on", false, "met"],
    ["Wi-Fi on", true, "met"],
    ["Wi-Fi enabled", true, "met"],
    ["Wi-Fi", true, "met"],
    ["Bluetooth off", false, "unmet"],
  ])(
    "[spec E3] %j with Wi-Fi on: %s is %s: a state in words is the element's, not a part of its name",
    (expected, on, verdict) => {
      expect(checkState(wifi(on), expected).verdict).toBe(verdict);
    },
  );

  it("[spec E3] is never met by a name alone where the words ask for more", () => {
    const screen = screenOf(
      label("Wi-Fi", [0, 100, 1080, 200]),
      label("Brightness 40 %", [0, 200, 1080, 300]),
    );
    for (const expected of ["Wi-Fi off", "Wi-Fi not connected", "Brightness 50 %"])
      expect(checkState(screen, expected).verdict, expected).not.toBe("met");
    const own = screenOf(button("Turn off", [0, 100, 1080, 200]));
    expect(checkState(own, "Turn off").verdict).toBe("met");
  });
});
