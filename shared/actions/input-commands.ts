import type { Argv } from "./device-port.ts";

/** Android's `input` program. */
export const input = {
  tap: (x: number, y: number): Argv => ["input", "tap", String(x), String(y)],
  swipe: (x1: number, y1: number, x2: number, y2: number, milliseconds: number): Argv => [
    "input",
    "swipe",
    ...[x1, y1, x2, y2, milliseconds].map(String),
  ],
  drag: (x1: number, y1: number, x2: number, y2: number, milliseconds: number): Argv => [
    "input",
    "draganddrop",
    ...[x1, y1, x2, y2, milliseconds].map(String),
  ],
  keys: (...keyCodes: readonly number[]): Argv => ["input", "keyevent", ...keyCodes.map(String)],
  /** Printable ASCII without `%s`: `input` turns that into a space. */
  text: (ascii: string): Argv => ["input", "text", ascii.replaceAll(" ", "%s")],
};

/** Android's KeyEvent codes. */
export const keyCode = {
  home: 3,
  back: 4,
  end_call: 6,
  dpad_up: 19,
  dpad_down: 20,
  dpad_left: 21,
  dpad_right: 22,
  dpad_center: 23,
  volume_up: 24,
  volume_down: 25,
  power: 26,
  tab: 61,
  enter: 66,
  delete: 67,
  search: 84,
  page_up: 92,
  page_down: 93,
  escape: 111,
  move_home: 122,
  move_end: 123,
  app_switch: 187,
  wake: 224,
  paste: 279,
} as const;
