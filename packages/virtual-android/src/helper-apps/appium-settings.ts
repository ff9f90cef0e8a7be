import type { VirtualDevice } from "../system/device.ts";
import type { BroadcastResult, HelperApp } from "./helper-app.ts";

const packageName = "io.appium.settings";
const running = new WeakSet<VirtualDevice>();

const done: BroadcastResult = { resultCode: -1, resultData: null };
const scales = ["window_animation_scale", "transition_animation_scale", "animator_duration_scale"];

type Receiver = (device: VirtualDevice, extras: Readonly<Record<string, unknown>>) => BroadcastResult;

/** `setstatus` of these is `enable` or `disable`. */
const switching =
  (keys: readonly string[]): Receiver =>
  (device, { setstatus }) => {
    for (const key of keys) device.settings.put("global", key, setstatus === "enable" ? "1" : "0");
    return done;
  };

/** By action; what else the app receives (locations, locales, notifications) is refused as a broadcast that nobody takes. */
const receivers: Readonly<Record<string, Receiver>> = {
  "io.appium.settings.animation": switching(scales),
  "io.appium.settings.wifi": switching(["wifi_on"]),
  "io.appium.settings.data_connection": switching(["mobile_data"]),
  "io.appium.settings.bluetooth": switching(["bluetooth_on"]),
  // Since Android 10 the clipboard is for the keyboard and for who is in front.
  "io.appium.settings.clipboard.get": (device) => {
    const keyboard = device.settings.get("secure", "default_input_method") ?? "";
    const text = keyboard.startsWith(`${packageName}/`) ? device.clipboard.get() : null;
    return { resultCode: -1, resultData: Buffer.from(text ?? "").toString("base64") };
  },
};

/** Appium's own settings app (github.com/appium/io.appium.settings): its activity starts a service and closes. */
export const appiumSettings: HelperApp = {
  start: (device, component) => {
    if (component !== `${packageName}/.Settings`) return false;
    if (running.has(device)) return true;
    running.add(device);
    device.activities.startProcess(packageName, () => running.delete(device));
    return true;
  },
  broadcast: (device, intent) => receivers[intent.action ?? ""]?.(device, intent.extras) ?? null,
  service: (device) => (running.has(device) ? `${packageName}/.ForegroundService` : null),
};
