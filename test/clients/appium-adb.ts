import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ADB } from "../tools/appium-adb.ts";
import { versions } from "../tools/versions.ts";
import { type ClientPhone, must, type PhoneClient } from "./client-phone.ts";
import { freePort } from "./free-port.ts";
import { talkToPort } from "./talk-to-port.ts";

/** What Appium's UiAutomator2 driver speaks to a device with. */
export const appiumAdbClient: PhoneClient = {
  name: `appium-adb ${versions.appiumAdb}`,
  connect: async ({ port, dir }) => {
    // It looks for adb in an SDK's folder alone.
    const sdkRoot = path.join(dir, "sdk");
    await mkdir(path.join(sdkRoot, "platform-tools"), { recursive: true });
    const adb = execFileSync("which", ["adb"]).toString().trim();
    await symlink(adb, path.join(sdkRoot, "platform-tools/adb"));
    const phones = new Map<string, Promise<ADB>>();
    const adbOf = (serial: string): Promise<ADB> => {
      const known = phones.get(serial) ?? created(serial, port, sdkRoot);
      phones.set(serial, known);
      return known;
    };
    return { phone: (serial) => phoneOf(() => adbOf(serial)), [Symbol.asyncDispose]: async () => {} };
  },
};

async function created(serial: string, adbPort: number, sdkRoot: string): Promise<ADB> {
  // Its own way to keep its log off the terminal.
  process.env._TESTING = "1";
  const { ADB } = await import("../tools/appium-adb.ts");
  const adb = await ADB.createADB({ adbPort, sdkRoot, adbExecTimeout: 60_000, suppressKillServer: true });
  adb.setDeviceId(serial);
  return adb;
}

const phoneOf = (opened: () => Promise<ADB>): ClientPhone => ({
  list: async () => (await (await opened()).getConnectedDevices()).map(({ udid }) => udid),
  size: async () => (await (await opened()).getScreenSize()) ?? "",
  launch: async (pkg, activity) => void (await (await opened()).startApp({ pkg, activity })),
  screenshot: async () => (await opened()).takeScreenshot(),
  tree: async () => (await opened()).adbExec(["exec-out", "uiautomator", "dump", "/dev/tty"]),
  tap: async (x, y) => void (await (await opened()).shell(["input", "tap", String(x), String(y)])),
  type: async (text) => (await opened()).inputText(text),
  install: async (apk) => (await opened()).install(apk, { grantPermissions: true }),
  forward: async (far) => {
    const adb = await opened();
    const near = await freePort();
    await adb.forwardPort(near, far);
    must((await adb.getForwardList()).join().includes(`tcp:${near}`), "not listed");
    const answer = await talkToPort(near);
    await adb.removePortForward(near);
    return answer;
  },
  logcat: async (during, awaited) => {
    const adb = await opened();
    await during();
    await adb.startLogcat();
    try {
      const lines: string[] = [];
      while (!lines.some((line) => line.includes(awaited))) {
        lines.push(...adb.getLogcatLogs().map(({ message }) => message));
        await delay(20);
      }
      return lines.join("\n");
    } finally {
      await adb.stopLogcat();
    }
  },
  reboot: async () => (await opened()).reboot(),
});
