import type { VirtualDevice } from "../system/device.ts";
import { appiumServer } from "./appium-server/appium-server.ts";
import { appiumSettings } from "./appium-settings.ts";
import type { HelperApp } from "./helper-app.ts";
import {
  uiautomator2App,
  uiautomator2Screens,
  uiautomator2Tests,
} from "./uiautomator2/uiautomator2-server.ts";

const helperApps: ReadonlyMap<string, HelperApp> = new Map(
  Object.entries({
    "io.appium.settings": appiumSettings,
    "io.appium.uiautomator2.server.test": appiumServer,
    [uiautomator2App]: uiautomator2Screens,
    [`${uiautomator2App}.test`]: uiautomator2Tests,
  }),
);

/** The helper of that name, once it is installed. */
export function helperApp(device: VirtualDevice, packageName: string): HelperApp | null {
  const isInstalled = device.packages
    .list()
    .some((entry) => entry.packageName === packageName && !entry.isSystem);
  return isInstalled ? (helperApps.get(packageName) ?? null) : null;
}

/** Foreground services of helpers that run, by component. */
export const helperServices = (device: VirtualDevice): readonly string[] =>
  [...helperApps.keys()].flatMap((name) => helperApp(device, name)?.service?.(device) ?? []);
