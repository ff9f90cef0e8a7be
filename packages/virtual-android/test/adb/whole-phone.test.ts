import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Adb, type DeviceClient } from "@devicefarmer/adbkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DeviceRegistry } from "../../src/adb/device-registry.ts";
import { type AdbServer, startAdbServer } from "../../src/adb/start-adb-server.ts";
import { createPhone } from "../../src/start-phone.ts";
import { parseDump } from "../phone-user.ts";
import { WireClient } from "./wire-client.ts";

const dir = mkdtempSync(path.join(tmpdir(), "drover-whole-phone-"));
let server: AdbServer;
let phone: Awaited<ReturnType<typeof createPhone>>;
let device: DeviceClient;

beforeAll(async () => {
  phone = await createPhone({ serial: "emulator-5554", dir });
  const devices = new DeviceRegistry();
  devices.attach(phone);
  server = await startAdbServer({ devices });
  device = Adb.createClient({ host: "127.0.0.1", port: server.port }).getDevice("emulator-5554");
});
afterAll(async () => {
  await server.close();
  await phone.close();
  rmSync(dir, { recursive: true, force: true });
});

const shell = async (command: string): Promise<string> =>
  (await Adb.util.readAll(await device.shell(command))).toString();
const dump = () => shell("uiautomator dump /dev/tty");
const centerOf = (tree: string, attribute: string): string => {
  const node = tree.split("<node ").find((candidate) => candidate.includes(attribute)) ?? "";
  const [left = 0, top = 0, right = 0, bottom = 0] = (
    /bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/.exec(node) ?? []
  )
    .slice(1)
    .map(Number);
  if (right === 0) throw new Error(`nothing on the screen has ${attribute}`);
  return `${(left + right) / 2} ${(top + bottom) / 2}`;
};

describe("a whole virtual phone over ADB", () => {
  it("answers nothing of Android between `stop` and `start`, and has booted anew then", async () => {
    await shell("am start -W -a android.settings.SETTINGS");
    const bootId = await shell("cat /proc/sys/kernel/random/boot_id");
    await shell("stop; setprop sys.boot_completed 0");
    expect(await shell("am start -W -a android.settings.SETTINGS")).toContain("am: Can't find service");
    expect(await shell("echo files are there")).toBe("files are there\n");
    await shell("start");
    expect(await shell("getprop sys.boot_completed")).toBe("1\n");
    expect(await shell("dumpsys window | grep mCurrentFocus")).toContain("launcher");
    expect(await shell("cat /proc/sys/kernel/random/boot_id")).toBe(bootId);
  });

  it("opens Settings, names it as the focused window and shows it in the tree", async () => {
    await shell("input keyevent WAKEUP; wm dismiss-keyguard");
    expect(await shell("am start -W -a android.settings.SETTINGS")).toContain("Status: ok");
    expect(await shell("dumpsys window | grep mCurrentFocus")).toContain("com.android.settings/");
    expect(await dump()).toContain('package="com.android.settings"');
  });

  it("goes home and back by keys", async () => {
    await shell("input keyevent HOME");
    expect(await shell("dumpsys activity activities | grep ResumedActivity:")).toContain("launcher");
  });

  it("switches Bluetooth by tapping what the tree shows", async () => {
    await shell("svc bluetooth disable; am start -a android.settings.BLUETOOTH_SETTINGS");
    const tree = await dump();
    await shell(`input tap ${centerOf(tree, 'checkable="true"')}`);
    expect(await shell("settings get global bluetooth_on")).toBe("1\n");
  });

  it("types text with joiners that the ADB keyboard is sent, and dumps it unchanged", async () => {
    await shell(
      "ime enable com.android.adbkeyboard/.AdbIME; ime set com.android.adbkeyboard/.AdbIME; am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact",
    );
    const text = "👨‍👩‍👧 می‌خواهم";
    await shell(`am broadcast -a ADB_INPUT_B64 --es msg ${Buffer.from(text).toString("base64")}`);
    const tree = await dump();
    const shown = parseDump(tree.slice(0, tree.lastIndexOf(">") + 1)).map(
      ({ attributes }) => attributes.text,
    );
    expect(shown).toContain(text);
  });

  it("takes a screenshot as a whole PNG of the display's size", async () => {
    const client = new WireClient(server.port);
    expect(await client.start("emulator-5554", "exec:screencap -p")).toBe("OKAY");
    const png = await client.readToEnd();
    client.socket.end();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 2400]);
    expect(png.toString("latin1", png.length - 8, png.length - 4)).toBe("IEND");
  });

  it("tells a display that is off from one that is locked", async () => {
    await shell("input keyevent SLEEP");
    expect(await shell("dumpsys power | grep mWakefulness=")).toBe("  mWakefulness=Asleep\n");
    await shell("input keyevent WAKEUP");
    expect(await shell("dumpsys window policy | grep isKeyguardShowing")).toContain("true");
    await shell("wm dismiss-keyguard");
    expect(await shell("dumpsys window policy | grep isKeyguardShowing")).toContain("false");
  });

  it("shows adb what programs it has", async () => {
    expect(await shell("[ -x /system/bin/sh ] && echo yes")).toBe("yes\n");
    const names = (await device.readdir("/system/bin")).map(String);
    expect(names).toEqual(expect.arrayContaining(["sh", "getprop", "uiautomator"]));
    expect(names).not.toContain("awk");
  });

  it("has a boot id that a reboot changes", async () => {
    const bootId = await shell("cat /proc/sys/kernel/random/boot_id");
    await phone.reboot();
    expect(await shell("cat /proc/sys/kernel/random/boot_id")).not.toBe(bootId);
  });
});
