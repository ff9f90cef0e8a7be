import { describe, expect, it } from "vitest";
import { blocks, obstructionOn } from "#shared/rules/steps/obstruction.ts";
import { checkState } from "#shared/screen/expected-state.ts";
import { button, label, screenOf } from "../../screen/screen-parts.ts";

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
});
