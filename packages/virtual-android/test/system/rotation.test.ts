import { describe, expect, it } from "vitest";
import { type PhoneUser, pickUpPhone } from "../phone-user.ts";

const whole = async (user: PhoneUser) => (await user.nodes())[0]?.bounds;
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
