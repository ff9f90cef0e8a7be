import { buildSemanticTree } from "#shared/screen/tree/build-semantic-tree.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";

export type NodeAttributes = Readonly<Record<string, string | boolean>>;

/** In the order in which Android 14 writes them. */
const defaults: NodeAttributes = {
  index: "0",
  text: "",
  "resource-id": "",
  class: "android.widget.LinearLayout",
  package: "com.android.settings",
  "content-desc": "",
  checkable: false,
  checked: false,
  clickable: false,
  enabled: true,
  focusable: false,
  focused: false,
  scrollable: false,
  "long-clickable": false,
  password: false,
  selected: false,
  bounds: "[0,0][1080,2400]",
};

const escaped = (value: string): string =>
  value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replace(/[\n\t\r]/g, (character) => `&#${character.charCodeAt(0)};`);

export function node(attributes: NodeAttributes, ...children: readonly string[]): string {
  const written = Object.entries({ ...defaults, ...attributes })
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(" ");
  return `<node ${written}>${children.join("")}</node>`;
}

export const dump = (...roots: readonly string[]): string =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${roots.join("")}</hierarchy>`;

export const text = (value: string, bounds: string, more: NodeAttributes = {}): string =>
  node({ class: "android.widget.TextView", text: value, bounds, ...more });

/** A switch preference as AOSP Settings shows it: the row takes the tap, the switch shows the state. */
export const switchRow = (title: string, checked: boolean, top: number, summary = ""): string =>
  node(
    { clickable: true, focusable: true, bounds: `[0,${top}][1080,${top + 200}]` },
    text(title, `[60,${top + 20}][800,${top + 90}]`, { "resource-id": "android:id/title" }),
    summary === ""
      ? ""
      : text(summary, `[60,${top + 100}][800,${top + 150}]`, { "resource-id": "android:id/summary" }),
    node({
      class: "android.widget.Switch",
      "resource-id": "android:id/switch_widget",
      checkable: true,
      checked,
      bounds: `[900,${top + 60}][1030,${top + 130}]`,
    }),
  );

export const screen = { width: 1080, height: 2400 };
export const context = {
  deviceId: "host-1.emulator-5554",
  package: "com.android.settings",
  activity: ".Settings",
  appName: "Settings",
  screen,
  capturedAt: "2026-01-02T03:04:05.000Z",
  keyboardShown: false,
};

export const treeOf = (xml: string, over: Partial<typeof context> & { keyboardTop?: number } = {}) =>
  buildSemanticTree(parseHierarchy(xml), { ...context, ...over });
