import type { StoredAction } from "#shared/contracts/step/stored-action.ts";

const settings = "com.android.settings";
const middle = [0.5, 0.5];

/** They open Settings and leave it again; nothing is changed there. Points lie where a list is on every Android. */
export const twentyActions: readonly StoredAction[] = [
  { action: "home" },
  { action: "open_app", app: settings },
  { action: "scroll", direction: "down" },
  { action: "scroll", direction: "up" },
  { action: "swipe", start: [0.5, 0.7], end: [0.5, 0.4] },
  { action: "drag", start: [0.5, 0.4], end: [0.5, 0.7] },
  { action: "key", key: "page_down" },
  { action: "key", key: "move_home" },
  { action: "restart_app", package: settings },
  { action: "wait", duration: 500 },
  { action: "tap", coordinate: middle },
  { action: "back" },
  { action: "open_app", app: settings },
  { action: "long_press", coordinate: middle },
  { action: "home" },
  { action: "recent" },
  { action: "home" },
  { action: "key", key: "wake" },
  { action: "double_tap", coordinate: [0.5, 0.03] },
  { action: "open_app", app: settings },
];

/** Each by the name of its script. */
export const fiveScripts: Readonly<Record<string, string>> = {
  Latin: "Größe naïve",
  Cyrillic: "Привет мир",
  Arabic: "مرحبا بالعالم",
  Devanagari: "नमस्ते दुनिया",
  Han: "你好世界",
};
