import { describe, expect, it } from "vitest";
import { type PhoneUser, pickUpPhone } from "../phone-user.ts";

const controller = "com.android.permissioncontroller:id/";
const maps = "org.example.maps";
const LOCATION = "android.permission.ACCESS_FINE_LOCATION";

/** An app from outside that asks for the location as it opens. */
async function install({ phone }: PhoneUser, options: { readonly grantAll?: boolean } = {}): Promise<void> {
  const apk = {
    packageName: maps,
    label: "Maps",
    permissions: [LOCATION, "android.permission.INTERNET"],
    asks: [LOCATION],
  };
  await phone.packages.install(Buffer.from(JSON.stringify(apk)), {
    replace: true,
    downgrade: false,
    ...options,
  });
}

const granted = async (user: PhoneUser) =>
  /ACCESS_FINE_LOCATION: granted=(true|false)/.exec(await user.shell(`dumpsys package ${maps}`))?.[1];

describe("runtime permissions of the virtual phone", () => {
  it("are asked for by the app as it opens, and dumpsys package tells the answer", async () => {
    await using user = await pickUpPhone();
    await install(user);
    expect(await granted(user)).toBe("false");
    await user.tap("Maps");
    expect(await user.find("Allow Maps to access this device’s location?")).toBeDefined();
    await user.tap(`${controller}permission_allow_foreground_only_button`);
    expect(user.phone.activities.focused()?.packageName).toBe(maps);
    expect(await granted(user)).toBe("true");
    expect(await user.shell(`dumpsys package ${maps}`)).toContain(
      "    install permissions:\n      android.permission.INTERNET: granted=true\n",
    );
    await user.press(3);
    await user.tap("Maps");
    expect(await user.find("Allow Maps to access this device’s location?")).toBeUndefined();
  });

  it("last until the app ends when they were given for this time only", async () => {
    await using user = await pickUpPhone();
    await install(user);
    await user.tap("Maps");
    await user.tap("Only this time");
    expect(await granted(user)).toBe("true");
    await user.shell(`am force-stop ${maps}`);
    expect(await granted(user)).toBe("false");
    await user.tap("Maps");
    expect(await user.find("Allow Maps to access this device’s location?")).toBeDefined();
  });

  it("are not asked for a third time after two refusals", async () => {
    await using user = await pickUpPhone();
    await install(user);
    await user.tap("Maps");
    await user.tap(`${controller}permission_deny_button`);
    await user.press(3);
    await user.tap("Maps");
    await user.tap(`${controller}permission_deny_and_dont_ask_again_button`);
    await user.press(3);
    await user.tap("Maps");
    expect(user.phone.activities.focused()?.packageName).toBe(maps);
    expect(await user.shell(`dumpsys package ${maps}`)).toContain("granted=false, flags=[ USER_FIXED]");
  });

  it("are granted and revoked by pm, which ends the app that loses one", async () => {
    await using user = await pickUpPhone();
    await install(user);
    await user.shell(`pm grant ${maps} ${LOCATION}`);
    await user.tap("Maps");
    expect(user.phone.activities.focused()?.packageName).toBe(maps);
    await user.shell(`pm revoke ${maps} ${LOCATION}`);
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.launcher3");
    expect(await granted(user)).toBe("false");
    await install(user, { grantAll: true });
    expect(await granted(user)).toBe("true");
    await user.shell(`pm clear ${maps}`);
    expect(await granted(user)).toBe("false");
  });

  it("of the image's apps are there from the beginning, and others cannot be given", async () => {
    await using user = await pickUpPhone();
    expect(await user.shell("dumpsys package com.android.contacts")).toContain(
      "android.permission.READ_CONTACTS: granted=true, flags=[ GRANTED_BY_DEFAULT]",
    );
    const refused = await user.shell("pm grant com.android.contacts android.permission.CAMERA 2>&1");
    expect(refused).toContain("has not requested permission android.permission.CAMERA");
  });
});
