import * as z from "zod";
import { statusBarPx } from "../../graphics/geometry.ts";
import { sourceXml } from "./page-source.ts";
import { readBody } from "./read-body.ts";
import type { RouteCall, RouteHandler, Routes } from "./route.ts";
import { updateSettings } from "./server-settings.ts";
import { WebDriverError } from "./web-driver-error.ts";

const Key = z.looseObject({
  keycode: z.coerce.number().int().min(0).max(400),
  metastate: z.coerce.number().int().nullish(),
});
const Orientation = z.looseObject({ orientation: z.enum(["PORTRAIT", "LANDSCAPE"]) });
const Rotation = z.looseObject({ z: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]) });
const Clipboard = z.looseObject({ content: z.base64(), contentType: z.string().nullish() });
const Settings = z.looseObject({ settings: z.record(z.string(), z.unknown()) });

const backKey = 4;
/** KeyEvent.META_…_ON and the key that holds it down. */
const metas = [
  [0x1, 59],
  [0x2, 57],
  [0x1000, 113],
] as const;

const pressing =
  (longPress: boolean): RouteHandler =>
  async ({ session, body }) => {
    const { keycode, metastate } = readBody(Key, body);
    const metaKeys = metas.filter(([bit]) => ((metastate ?? 0) & bit) !== 0).map(([, code]) => code);
    await session.phone.takes("gesture");
    await session.phone.device.input.keyevent(keycode, { metaKeys, longPress });
  };

/** UiDevice freezes the rotation as it sets one. */
function turn({ session }: RouteCall, rotation: number): void {
  const { settings } = session.phone.device;
  settings.put("system", "accelerometer_rotation", "0");
  settings.put("system", "user_rotation", String(rotation));
}

const screenSize: RouteHandler = ({ session }) => {
  const { width, height } = session.phone.device.display;
  return { width, height };
};

const deviceInfo: RouteHandler = ({ session }) => {
  const { device } = session.phone;
  const property = (name: string): string => device.properties().get(name) ?? "";
  return {
    androidId: device.settings.get("secure", "android_id") ?? "",
    apiVersion: property("ro.build.version.sdk"),
    brand: property("ro.product.brand"),
    manufacturer: property("ro.product.manufacturer"),
    model: property("ro.product.model"),
    platformVersion: property("ro.build.version.release"),
    realDisplaySize: `${device.display.width}x${device.display.height}`,
    displayDensity: device.display.densityDpi,
    locale: property("persist.sys.locale") || "en_US",
    timeZone: property("persist.sys.timezone") || "GMT",
  };
};

/** Commands about the phone as a whole. */
export const deviceRoutes: Routes = {
  GET: ({ session }) => session.capabilities,
  "GET source": async ({ session }) => {
    await session.phone.waitForIdle(session.settings);
    await session.phone.takes("tree");
    return sourceXml(session.phone.source(session.settings));
  },
  "GET screenshot": async ({ session }) => {
    await session.phone.takes("picture");
    return (await session.phone.device.screencap()).toString("base64");
  },
  "GET orientation": ({ session }) =>
    session.phone.device.display.rotation % 2 === 0 ? "PORTRAIT" : "LANDSCAPE",
  "POST orientation": (call) =>
    turn(call, readBody(Orientation, call.body).orientation === "PORTRAIT" ? 0 : 1),
  "GET rotation": ({ session }) => ({ x: 0, y: 0, z: session.phone.device.display.rotation * 90 }),
  "POST rotation": (call) => turn(call, readBody(Rotation, call.body).z / 90),
  "GET window/:handle/size": screenSize,
  "POST back": async ({ session }) => {
    await session.phone.takes("gesture");
    await session.phone.device.input.keyevent(backKey);
  },
  "POST appium/device/press_keycode": pressing(false),
  "POST appium/device/long_press_keycode": pressing(true),
  "POST appium/device/open_notifications": ({ session }) => session.phone.device.expandShade("notifications"),
  "POST appium/device/get_clipboard": ({ session }) =>
    Buffer.from(session.phone.device.clipboard.get() ?? "").toString("base64"),
  "POST appium/device/set_clipboard": ({ session, body }) => {
    const { content, contentType } = readBody(Clipboard, body);
    if ((contentType ?? "plaintext").toLowerCase() !== "plaintext")
      throw new WebDriverError("invalid argument", `The content type ${contentType} is not supported`);
    session.phone.device.clipboard.set(Buffer.from(content, "base64").toString("utf8"));
  },
  "GET appium/device/system_bars": ({ session }) => {
    // Whoever asks the display for its size counts in its pixels.
    const { width } = session.phone.device.display;
    const height = statusBarPx();
    return { statusBar: { visible: true, x: 0, y: 0, width, height } };
  },
  "GET appium/device/pixel_ratio": ({ session }) => session.phone.device.display.densityDpi / 160,
  "GET appium/device/display_density": ({ session }) => session.phone.device.display.densityDpi,
  "GET appium/device/info": deviceInfo,
  "GET appium/device/battery_info": ({ session }) => {
    const { level, status } = session.phone.device.battery.state;
    return { level: level / 100, status };
  },
  "POST appium/reset_ax_cache": () => null,
  "GET appium/settings": ({ session }) => session.settings,
  "POST appium/settings": ({ session, body }) => {
    session.settings = updateSettings(session.settings, readBody(Settings, body).settings);
    return session.settings;
  },
};
