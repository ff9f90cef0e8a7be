import { describe, expect, it } from "vitest";
import { pickUpPhone } from "../phone-user.ts";

const clock = "com.android.deskclock";
const buttons = [{ label: "Later" }];
const close = "am broadcast -a android.intent.action.CLOSE_SYSTEM_DIALOGS";
describe("what goes with an app's process", () => {
  it("are its own dialogs and the system's about it, and no other app's", async () => {
    await using user = await pickUpPhone();
    user.phone.showDialog(clock, { title: "Rate the clock", buttons });
    user.phone.showAppError(clock, "anr");
    user.phone.showDialog("org.drover.shop", { title: "News", buttons });
    await user.shell(`am force-stop ${clock}`);
    expect(user.phone.activities.focused()?.windowTitle).toBe("News");
    await user.tap("Later");
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.launcher3");
  });

  it("are its notifications when somebody stops it, and not when it crashes", async () => {
    await using user = await pickUpPhone();
    user.phone.postNotification({ package: clock, title: "Alarm", text: "7:00" });
    user.phone.showAppError(clock, "crash");
    expect(user.phone.notifications.list()).toHaveLength(1);
    await user.shell(`am force-stop ${clock}`);
    expect(user.phone.notifications.list()).toEqual([]);
  });

  it("CLOSE_SYSTEM_DIALOGS closes the system's dialogs and the shade, and nothing that apps show", async () => {
    await using user = await pickUpPhone();
    user.phone.showDialog("org.drover.shop", { title: "News", buttons });
    user.phone.showPermissionDialog(clock, "be there");
    user.phone.showAppError(clock, "crash");
    user.phone.expandShade("notifications");
    await user.shell(close);
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.permissioncontroller");
    await user.shell("am force-stop com.android.permissioncontroller");
    expect(user.phone.activities.focused()?.packageName).toBe("org.drover.shop");
  });
});

describe("dumpsys window", () => {
  it("lists each window that shows with whose it is, from the top", async () => {
    await using user = await pickUpPhone();
    user.phone.showDialog("org.drover.shop", { title: "News", buttons });
    user.phone.showAppError(clock, "crash");
    const dump = await user.shell("dumpsys window windows");
    const shown = [...dump.matchAll(/Window\{\S+ u0 ([^}]+)\}:[^#]* package=(\S+)[^#]*isVisible=true/g)];
    expect(shown.map(([, title, owner]) => [title, owner])).toEqual([
      ["StatusBar", "com.android.systemui"],
      ["NavigationBar0", "com.android.systemui"],
      [`Application Error: ${clock}`, "android"],
      ["News", "org.drover.shop"],
      [expect.stringContaining("QuickstepLauncher"), "com.android.launcher3"],
    ]);
  });
});

describe("pm", () => {
  it("puts an app elsewhere when another version is installed, and leaves nothing of the one before", async () => {
    await using user = await pickUpPhone();
    const install = async (versionCode: number) => {
      const apk = JSON.stringify({ packageName: "org.example.app", label: "App", versionCode });
      await user.shell(`echo '${apk}' > /data/local/tmp/app.apk; pm install -r /data/local/tmp/app.apk`);
      return user.shell("pm path org.example.app");
    };
    const [first, second] = [await install(1), await install(2)];
    expect(second).toMatch(/^package:\/data\/app\/~~[\w-]+==\/org\.example\.app-1\/base\.apk\n$/);
    expect(second).not.toBe(first);
    expect((await user.shell("ls /data/app")).trim().split("\n")).toHaveLength(1);
    await user.shell("pm uninstall org.example.app");
    expect(await user.shell("ls /data/app")).toBe("");
  });

  it("forgets a conversation's address with its last message", async () => {
    await using user = await pickUpPhone();
    const insert = (address: string) =>
      user.shell(`content insert --uri content://sms/inbox --bind address:s:${address}`);
    await insert("5550100");
    await insert("5550101");
    await user.shell("content delete --uri content://sms --where \"address = '5550100'\"");
    const left = await user.shell(
      "content query --uri content://mms-sms/canonical-addresses --projection address",
    );
    expect(left).toBe("Row: 0 address=5550101\n");
  });
});
