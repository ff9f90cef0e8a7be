import { hash } from "node:crypto";
import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { isClockText } from "../values/clock-text.ts";

/** Cells per side: an element that moves by less than about one cell has not moved. */
const grid = 48;

const cell = (position: number, size: number): number => Math.floor((position * grid) / size);

function seenOf(element: UIElement, width: number, height: number): string {
  const ticks = element.type === "text" && !element.clickable && isClockText(element.text);
  return [
    element.type,
    ticks ? "" : element.text,
    element.content_description,
    element.hint_text,
    element.resource_id,
    `${+element.checked}${+element.selected}${+element.focused}${+element.enabled}`,
    cell(element.bounds.left, width),
    cell(element.bounds.top, height),
    cell(element.bounds.right, width),
    cell(element.bounds.bottom, height),
  ].join("\u0001");
}

/** Equal hashes mean that nothing an agent could see has changed (docs/spec.md R9.1). 32 hexadecimal digits. */
export function treeHash(tree: SemanticUITree): string {
  const parts = tree.elements.map((element) => seenOf(element, tree.screen_width, tree.screen_height));
  const screen = [tree.app_package, tree.activity, tree.keyboard_shown].join("\u0001");
  return hash("sha256", [screen, ...parts].join("\u0002")).slice(0, 32);
}
