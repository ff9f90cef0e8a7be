import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type PhoneUser, pickUpPhone } from "../phone-user.ts";

const whole = async (user: PhoneUser) => (await user.nodes())[0]?.bounds;
const colorsIn = async (user: PhoneUser, area: Parameters<ReturnType<typeof sharp>["extract"]>[0]) => {
  const { data } = await sharp(await user.phone.screencap())
    .extract(area)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return new Set(Array.from({ length: data.length / 3 }, (_, at) => data.readUIntBE(at * 3, 3)));
};
const heightOf = async (user: PhoneUser, label: string) => {
  const [, top, , bottom] = (await user.see(label)).bounds;
  return bottom - top;
};

describe("the display of the virtual phone", () => {
  it("turns with the user's rotation, and home and apps fill it lying", async () => {
    await using user = await pickUpPhone();
    await user.shell("settings put system user_rotation 1");
    expect(await whole(user)).toEqual([0, 0, 2_400, 1_080]);
    expect(user.phone.display).toMatchObject({ width: 2_400, height: 1_080, rotation: 1 });
    await user.tap("Settings");
    await user.phone.input.swipe(1_200, 900, 1_200, 300, 600);
    await user.tap("Connected devices");
    await user.shell("wm user-rotation lock 0");
    expect(await whole(user)).toEqual([0, 0, 1_080, 2_400]);
  });

  it("has its buttons at the side that is below when it stands, and nothing under them", async () => {
    await using user = await pickUpPhone();
    const { input } = user.phone;
    for (const { rotation, x, free, frame } of [
      { rotation: 1, x: 2_337, free: [0, 2_274], frame: "[2274,0][2400,1080]" },
      { rotation: 3, x: 63, free: [126, 2_400], frame: "[0,0][126,1080]" },
    ]) {
      await user.shell(`wm user-rotation lock ${rotation}`);
      expect(await user.shell("dumpsys window displays")).toContain(
        `type=navigationBars frame=${frame} visible=true`,
      );
      const [first, last] = free;
      const sticksOut = async () =>
        (await user.nodes()).filter(
          ({ attributes, bounds: [left, , right] }) =>
            attributes.text !== "" && (left < (first ?? 0) || right > (last ?? 0)),
        );
      expect(await sticksOut()).toEqual([]);
      await user.tap("Contacts");
      await user.tap("Create contact");
      expect(await sticksOut()).toEqual([]);
      // From the top OVERVIEW, HOME and BACK when it lies on its left side, the other way round on its right.
      const [back, home, overview] = rotation === 1 ? [900, 540, 180] : [180, 540, 900];
      await input.tap(x, back ?? 0);
      await input.tap(x, back ?? 0);
      expect(user.phone.activities.focused()?.component).toContain("PeopleActivity");
      await input.tap(x, overview ?? 0);
      expect(await user.find("com.android.launcher3:id/overview_panel")).toBeDefined();
      await input.tap(x, home ?? 0);
      expect(await user.find("com.android.launcher3:id/workspace")).toBeDefined();
      await user.shell("am force-stop com.android.contacts; wm user-rotation lock 0");
    }
    expect(await user.shell("dumpsys window displays")).toContain(
      "type=navigationBars frame=[0,2274][1080,2400]",
    );
  });

  it("keeps the clock beside the buttons", async () => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    await user.shell("wm user-rotation lock 3");
    const colors = await colorsIn(user, { left: 0, top: 0, width: 126, height: 63 });
    expect(colors.size).toBe(1);
    expect((await colorsIn(user, { left: 126, top: 0, width: 200, height: 63 })).size).toBeGreaterThan(1);
  });

  it("types on a keyboard beside the buttons", async () => {
    await using user = await pickUpPhone();
    await user.shell("wm user-rotation lock 3; am start -a android.settings.SETTINGS; am force-stop x");
    await user.tap("Search settings");
    expect(await user.shell("dumpsys window InputMethod")).toMatch(
      /touchable region=SkRegion\(\(126,\d+,2400,1080\)\)/,
    );
    // The first key of the second row: "a", half a key in from the edge.
    const [, top = 0] =
      /SkRegion\(\(126,(\d+),/.exec(await user.shell("dumpsys window InputMethod"))?.map(Number) ?? [];
    const unit = (2_400 - 126 - 2 * 11) / 10;
    await user.phone.input.tap(126 + 11 + unit, top + 95 + 11 + 105 * 1.5);
    expect(
      (await user.nodes()).find(({ attributes }) => attributes.focused === "true")?.attributes.text,
    ).toBe("a");
  });

  it("lets a dialog that is higher than the lying display be scrolled to its buttons", async () => {
    await using user = await pickUpPhone();
    await user.tap("Clock");
    await user.shell("settings put system user_rotation 1");
    await user.tap("Add alarm");
    expect(await user.find("OK")).toBeUndefined();
    await user.phone.input.swipe(1_200, 850, 1_200, 200, 600);
    await user.tap("OK");
    expect(await user.shell("content query --uri content://com.android.deskclock/alarms")).toContain(
      "hour=9, minutes=41",
    );
  });

  it("stands while it would turn by itself, as nobody turns it", async () => {
    await using user = await pickUpPhone();
    await user.shell("settings put system user_rotation 3; settings put system accelerometer_rotation 1");
    expect(user.phone.display.rotation).toBe(0);
  });

  it("draws all larger with the font scale and the density, and on another size", async () => {
    await using user = await pickUpPhone();
    const before = await user.phone.screencap();
    await user.tap("Settings");
    const plain = await heightOf(user, "Network & internet");
    await user.shell("settings put system font_scale 1.3");
    expect((await heightOf(user, "Network & internet")) / plain).toBeCloseTo(1.3, 1);
    await user.shell("settings put system font_scale 1.0; wm density 210");
    expect((await heightOf(user, "Network & internet")) / plain).toBeCloseTo(0.5, 1);
    expect(await user.shell("wm density")).toBe("Physical density: 420\nOverride density: 210\n");
    await user.shell("wm density reset; wm size 720x1280");
    expect(await whole(user)).toEqual([0, 0, 720, 1_280]);
    expect(await user.shell("wm size")).toBe("Physical size: 1080x2400\nOverride size: 720x1280\n");
    await user.shell("wm size reset; input keyevent HOME");
    expect(await user.phone.screencap()).toEqual(before);
  });

  it("refuses a size that no picture could have", async () => {
    await using user = await pickUpPhone();
    expect(await user.shell("wm size 90000x1 2>&1")).toContain("Error: bad size 90000x1");
    expect(await whole(user)).toEqual([0, 0, 1_080, 2_400]);
  });
});
