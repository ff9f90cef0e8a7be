import { dump, type NodeAttributes, node, treeOf } from "./tree/dump.ts";

/** The parts that hand-made screens are of; `at` is left, top, right, bottom in pixels. */
type At = readonly [number, number, number, number];

const bounds = ([left, top, right, bottom]: At): string => `[${left},${top}][${right},${bottom}]`;

export const button = (label: string, at: At, more: NodeAttributes = {}, ...children: string[]): string =>
  node(
    { class: "android.widget.Button", text: label, clickable: true, bounds: bounds(at), ...more },
    ...children,
  );

export const label = (value: string, at: At, more: NodeAttributes = {}): string =>
  node({ class: "android.widget.TextView", text: value, bounds: bounds(at), ...more });

export const box = (at: At, more: NodeAttributes, ...children: string[]): string =>
  node({ class: "android.view.View", bounds: bounds(at), ...more }, ...children);

/** What Compose makes of a Switch or Checkbox: a class, a state, and no word. */
export const toggle = (kind: "Switch" | "CheckBox", at: At, more: NodeAttributes = {}): string =>
  node({ class: `android.widget.${kind}`, checkable: true, clickable: true, bounds: bounds(at), ...more });

export const field = (value: string, at: At, more: NodeAttributes = {}): string =>
  node({ class: "android.widget.EditText", text: value, clickable: true, bounds: bounds(at), ...more });

export const screenOf = (...nodes: string[]) => treeOf(dump(node({}, ...nodes)));
