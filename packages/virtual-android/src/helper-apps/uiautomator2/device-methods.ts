import sharp from "sharp";
import * as z from "zod";
import { dumpNodes } from "../../toolkit/dump-hierarchy.ts";
import { Int, Milliseconds, overload, type RpcMethods, Steps, stepMilliseconds } from "./rpc-method.ts";
import type { UiServer } from "./ui-server.ts";

const keys: Readonly<Record<string, number>> = {
  home: 3,
  back: 4,
  up: 19,
  down: 20,
  left: 21,
  right: 22,
  center: 23,
  volume_up: 24,
  volume_down: 25,
  power: 26,
  camera: 27,
  enter: 66,
  delete: 67,
  del: 67,
  menu: 82,
  search: 84,
  volume_mute: 164,
  recent: 187,
};
const key = { a: 29, del: 67, ctrlLeft: 113, sleep: 223, wakeUp: 224, paste: 279 } as const;
/** KeyEvent.META_…_ON and the key that holds it down. */
const metas = [
  [0x1, 59],
  [0x2, 57],
  [0x1000, key.ctrlLeft],
] as const;
/** MotionEvent's actions. */
const action = { down: 0, up: 1, move: 2 } as const;
const rotations: Readonly<Record<string, string>> = { n: "0", l: "1", u: "2", r: "3" };
const usualDepth = 50;

async function press({ phone }: UiServer, code: number, metaState = 0): Promise<boolean> {
  const metaKeys = metas.filter(([bit]) => (metaState & bit) !== 0).map(([, one]) => one);
  await phone.takes("gesture");
  await phone.device.input.keyevent(code, { metaKeys });
  return true;
}

function isOn({ phone }: UiServer, x: number, y: number): boolean {
  const { width, height } = phone.device.display;
  return x >= 0 && y >= 0 && x < width && y < height;
}

/** A longer press lies still; what moves runs on as it is lifted. */
export async function stroke(
  server: UiServer,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  milliseconds: number,
  flings: boolean,
): Promise<boolean> {
  if (!isOn(server, x1, y1)) return false;
  const { input } = server.phone.device;
  await server.phone.takes("gesture");
  await (flings
    ? input.swipe(x1, y1, x2, y2, milliseconds)
    : input.draganddrop(x1, y1, x2, y2, milliseconds));
  return true;
}

async function click(server: UiServer, x: number, y: number): Promise<boolean> {
  if (!isOn(server, x, y)) return false;
  await server.phone.takes("gesture");
  await server.phone.device.input.tap(x, y);
  return true;
}

/** Several strokes of one finger are one stroke from the first point to the last: a way with corners is not drawn. */
async function swipePoints(
  server: UiServer,
  points: readonly number[],
  segmentSteps: number,
): Promise<boolean> {
  const [x1 = -1, y1 = -1] = points;
  const [x2 = -1, y2 = -1] = points.slice(-2);
  const segments = Math.max(1, points.length / 2 - 1);
  return stroke(server, [x1, y1, x2, y2], segments * segmentSteps * stepMilliseconds, false);
}

async function injectTouch(server: UiServer, what: number, x: number, y: number): Promise<boolean> {
  const { finger } = server;
  if (what === action.down) server.finger = { x, y, at: performance.now(), moved: false };
  if (finger === null) return what === action.down;
  if (what === action.move) server.finger = { ...finger, moved: true };
  if (what !== action.up) return true;
  server.finger = null;
  if (!finger.moved)
    return stroke(server, [finger.x, finger.y, finger.x, finger.y], performance.now() - finger.at, false);
  return stroke(server, [finger.x, finger.y, x, y], performance.now() - finger.at, true);
}

function deviceInfo({ phone: { device } }: UiServer) {
  const { width, height, rotation, densityDpi, isOn: screenOn } = device.display;
  const property = (name: string): string => device.properties().get(name) ?? "";
  return {
    currentPackageName: device.activities.focused()?.packageName ?? "",
    displayHeight: height,
    displayRotation: rotation,
    displaySizeDpX: Math.round((width * 160) / densityDpi),
    displaySizeDpY: Math.round((height * 160) / densityDpi),
    displayWidth: width,
    productName: property("ro.product.name"),
    screenOn,
    sdkInt: Number(property("ro.build.version.sdk")),
    naturalOrientation: rotation % 2 === 0,
  };
}

async function dump(server: UiServer, depth: number): Promise<string> {
  const { phone } = server;
  await phone.waitForIdle(server.settings);
  await phone.takes("tree");
  return dumpNodes(phone.automation.windows(), phone.device.display.rotation, depth);
}

export async function jpegPicture({ phone }: UiServer, scale: number, quality: number): Promise<Buffer> {
  await phone.takes("picture");
  const png = await phone.device.screencap();
  const width = Math.max(1, Math.round(phone.device.display.width * scale));
  return sharp(png).resize({ width }).jpeg({ quality }).toBuffer();
}

/** UiDevice freezes the rotation as it sets one. */
function turn({ phone }: UiServer, to: string | null): void {
  const { settings } = phone.device;
  settings.put("system", "accelerometer_rotation", to === null ? "1" : "0");
  if (to !== null) settings.put("system", "user_rotation", to);
}

function expandShade({ phone }: UiServer, to: "notifications" | "settings"): true {
  phone.device.expandShade(to);
  return true;
}

async function clearInput(server: UiServer): Promise<void> {
  await server.phone.device.input.keyevent(key.a, { metaKeys: [key.ctrlLeft] });
  await press(server, key.del);
}

const Scale = z.number().gt(0).max(1);
const Quality = z.number().int().min(1).max(100);
const MaybeText = z.string().max(1_000_000).nullable();
const Depth = z.number().int().min(1).max(1_000).nullish();

/** What is asked of the device as a whole. */
export const deviceMethods: RpcMethods = {
  ping: [overload([], () => "pong")],
  deviceInfo: [overload([], deviceInfo)],
  click: [
    overload([Int, Int], click),
    overload([Int, Int, Milliseconds], (server, x, y, held) => stroke(server, [x, y, x, y], held, false)),
  ],
  swipe: [
    overload([Int, Int, Int, Int, Steps], (server, x1, y1, x2, y2, steps) =>
      stroke(server, [x1, y1, x2, y2], steps * stepMilliseconds, true),
    ),
  ],
  swipePoints: [overload([z.array(Int).min(4).max(1_000), Steps], swipePoints)],
  drag: [
    overload([Int, Int, Int, Int, Steps], (server, x1, y1, x2, y2, steps) =>
      stroke(server, [x1, y1, x2, y2], Math.max(500, steps * stepMilliseconds), false),
    ),
  ],
  injectInputEvent: [
    overload([z.number().int(), Int, Int, z.number()], (server, what, x, y) =>
      injectTouch(server, what, x, y),
    ),
  ],
  pressKey: [
    overload([z.string()], (server, name) => {
      const code = keys[name.toLowerCase()];
      return code === undefined ? false : press(server, code);
    }),
  ],
  pressKeyCode: [overload([Int], press), overload([Int, z.number().int()], press)],
  dumpWindowHierarchy: [
    overload([z.boolean()], (server) => dump(server, usualDepth)),
    overload([z.boolean(), Depth], (server, _, depth) => dump(server, depth ?? usualDepth)),
  ],
  takeScreenshot: [
    overload([Scale, Quality], async (server, scale, quality) =>
      (await jpegPicture(server, scale, quality)).toString("base64"),
    ),
  ],
  setOrientation: [
    overload([z.string()], (server, way) => turn(server, rotations[way.charAt(0).toLowerCase()] ?? null)),
  ],
  freezeRotation: [
    overload([z.boolean()], (server, frozen) =>
      turn(server, frozen ? String(server.phone.device.display.rotation) : null),
    ),
  ],
  openNotification: [overload([], (server) => expandShade(server, "notifications"))],
  openQuickSettings: [overload([], (server) => expandShade(server, "settings"))],
  wakeUp: [overload([], (server) => press(server, key.wakeUp).then(() => null))],
  sleep: [overload([], (server) => press(server, key.sleep).then(() => null))],
  isScreenOn: [overload([], ({ phone }) => phone.device.display.isOn)],
  waitForIdle: [
    overload([Milliseconds], (server, waitForIdleTimeout) =>
      server.phone.waitForIdle({ ...server.settings, waitForIdleTimeout }),
    ),
  ],
  getLastToast: [overload([], (server) => server.lastToast())],
  clearLastToast: [overload([], (server) => server.clearLastToast())],
  getClipboard: [overload([], ({ phone }) => phone.device.clipboard.get())],
  setClipboard: [overload([MaybeText, MaybeText], ({ phone }, _, text) => phone.device.clipboard.set(text))],
  pasteClipboard: [overload([], (server) => press(server, key.paste))],
  clearInputText: [overload([], clearInput)],
  getConfigurator: [overload([], ({ configurator }) => configurator)],
  setConfigurator: [
    overload([z.record(z.string(), z.number().int().min(0).max(600_000))], (server, changes) => {
      const known = Object.entries(changes).filter(([name]) => Object.hasOwn(server.configurator, name));
      server.configurator = { ...server.configurator, ...Object.fromEntries(known) };
      return server.configurator;
    }),
  ],
};
