import * as z from "zod";
import { Coordinate } from "./coordinate.ts";
import { SafeText } from "./safe-text.ts";

const durationMilliseconds = z.int().min(1).max(10_000);
export const PackageName = z
  .string()
  .max(223)
  .regex(
    /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/,
    "must be an Android package name such as com.android.settings",
  );
export const ScrollDirection = z.enum(["up", "down", "left", "right"]);
export type ScrollDirection = z.infer<typeof ScrollDirection>;

/** Keys an agent may press by name; the host maps them to Android key codes. */
export const DeviceKey = z.enum([
  "enter",
  "delete",
  "tab",
  "escape",
  "search",
  "dpad_up",
  "dpad_down",
  "dpad_left",
  "dpad_right",
  "dpad_center",
  "volume_up",
  "volume_down",
  "page_up",
  "page_down",
  "move_home",
  "move_end",
  "power",
  "wake",
]);
export type DeviceKey = z.infer<typeof DeviceKey>;

/**
 * What a host executes on a device: one literal per action, coordinates normalised (docs/spec.md I3.2, I3.3, A5).
 * `scroll` names the direction in which the content is revealed: `down` shows what is further down.
 */
export const deviceActions = {
  tap: z.strictObject({ action: z.literal("tap"), coordinate: Coordinate }),
  double_tap: z.strictObject({ action: z.literal("double_tap"), coordinate: Coordinate }),
  long_press: z.strictObject({
    action: z.literal("long_press"),
    coordinate: Coordinate,
    duration: durationMilliseconds.optional(),
  }),
  swipe: z.strictObject({
    action: z.literal("swipe"),
    start: Coordinate,
    end: Coordinate,
    duration: durationMilliseconds.optional(),
  }),
  drag: z.strictObject({
    action: z.literal("drag"),
    start: Coordinate,
    end: Coordinate,
    duration: durationMilliseconds.optional(),
  }),
  scroll: z.strictObject({
    action: z.literal("scroll"),
    direction: ScrollDirection,
    coordinate: Coordinate.optional(),
  }),
  type: z.strictObject({
    action: z.literal("type"),
    text: SafeText.min(1).max(4_000),
    /** Tapped first, to focus the field. */
    coordinate: Coordinate.optional(),
    /** Empties the field first. */
    clear: z.boolean().optional(),
    /** Presses enter afterwards. */
    submit: z.boolean().optional(),
  }),
  key: z.strictObject({ action: z.literal("key"), key: DeviceKey }),
  back: z.strictObject({ action: z.literal("back") }),
  home: z.strictObject({ action: z.literal("home") }),
  recent: z.strictObject({ action: z.literal("recent") }),
  open_app: z.strictObject({ action: z.literal("open_app"), package: PackageName }),
  open_url: z.strictObject({ action: z.literal("open_url"), url: SafeText.min(1).max(2_000) }),
  wait: z.strictObject({ action: z.literal("wait"), duration: durationMilliseconds }),
} as const;

export const DeviceAction = z.discriminatedUnion("action", [
  deviceActions.tap,
  deviceActions.double_tap,
  deviceActions.long_press,
  deviceActions.swipe,
  deviceActions.drag,
  deviceActions.scroll,
  deviceActions.type,
  deviceActions.key,
  deviceActions.back,
  deviceActions.home,
  deviceActions.recent,
  deviceActions.open_app,
  deviceActions.open_url,
  deviceActions.wait,
]);
export type DeviceAction = z.infer<typeof DeviceAction>;
export type DeviceActionName = keyof typeof deviceActions;
export const deviceActionNames = Object.keys(deviceActions) as [DeviceActionName, ...DeviceActionName[]];
