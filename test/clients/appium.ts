import { mkdir, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Client, exec, must, npmInstall, tried } from "./client.ts";

const version = "12.12.1";

/** The part of appium-adb that is used here. */
interface AppiumAdb {
  getConnectedDevices(): Promise<readonly { readonly udid: string; readonly state: string }[]>;
  setDeviceId(serial: string): void;
  shell(args: readonly string[]): Promise<string>;
  getApiLevel(): Promise<number>;
  getScreenSize(): Promise<string | null>;
  getFocusedPackageAndActivity(): Promise<{ readonly appPackage?: string; readonly appActivity?: string }>;
  isAppInstalled(name: string): Promise<boolean>;
  startApp(options: { readonly pkg: string; readonly activity: string }): Promise<unknown>;
  forwardPort(near: number, far: number): Promise<void>;
  getForwardList(): Promise<readonly string[]>;
  removePortForward(near: number): Promise<void>;
  keyevent(code: number): Promise<void>;
}
interface AppiumModule {
  readonly ADB: { createADB(options: Readonly<Record<string, unknown>>): Promise<AppiumAdb> };
}

const forwardedPort = 28_200;

/** What Appium's UiAutomator2 driver speaks to a device with. */
export const tryAppium: Client = async ({ port, serial, dir }) => {
  const prefix = path.join(dir, "appium");
  await npmInstall(prefix, `appium-adb@${version}`);
  // It looks for adb in an SDK's folder alone.
  const sdk = path.join(dir, "sdk");
  await mkdir(path.join(sdk, "platform-tools"), { recursive: true });
  const { stdout: found } = await exec("which", ["adb"]);
  await symlink(found.trim(), path.join(sdk, "platform-tools/adb"));
  process.env.ANDROID_HOME = sdk;
  const main = createRequire(path.join(prefix, "here.js")).resolve("appium-adb");
  const { ADB } = (await import(pathToFileURL(main).href)) as AppiumModule;
  const adb = await ADB.createADB({ adbPort: port, adbExecTimeout: 60_000, suppressKillServer: true });
  adb.setDeviceId(serial);
  return tried(`appium-adb ${version}`, {
    "lists one device": async () => {
      const list = await adb.getConnectedDevices();
      must(list.length === 1 && list[0]?.udid === serial, JSON.stringify(list));
      return serial;
    },
    "API level and screen": async () => `${await adb.getApiLevel()}, ${await adb.getScreenSize()}`,
    shell: async () => (await adb.shell(["getprop", "ro.product.model"])).trim(),
    "starts an app": async () => {
      await adb.startApp({ pkg: "com.android.settings", activity: ".Settings" });
      return "com.android.settings";
    },
    "focused activity": async () => {
      const { appPackage } = await adb.getFocusedPackageAndActivity();
      must(appPackage === "com.android.settings", String(appPackage));
      return String(appPackage);
    },
    "is an app installed": async () => String(await adb.isAppInstalled("com.android.settings")),
    "key events": async () => {
      await adb.keyevent(3);
      return "HOME";
    },
    forwards: async () => {
      await adb.forwardPort(forwardedPort, 6_790);
      must((await adb.getForwardList()).join().includes(String(forwardedPort)), "not listed");
      await adb.removePortForward(forwardedPort);
      return `tcp:${forwardedPort}`;
    },
  });
};
