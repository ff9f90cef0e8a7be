import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { elementLabel } from "./element-label.ts";

const stateful = new Set<UIElement["type"]>(["switch", "checkbox", "radio"]);
/** Where on these a tap lands matters, so their bounds are shown. */
const positional = new Set<UIElement["type"]>(["slider", "webview"]);

function flagsOf(element: UIElement): string {
  const flags = [
    element.clickable && "CLICKABLE",
    element.long_clickable && !element.clickable && "LONG_CLICKABLE",
    element.scrollable && "SCROLLABLE",
    (element.checkable || stateful.has(element.type)) && (element.checked ? "CHECKED" : "UNCHECKED"),
    element.selected && "SELECTED",
    element.focused && "FOCUSED",
    !element.enabled && "DISABLED",
    element.password && "PASSWORD",
    element.visibility === "covered" && "COVERED",
  ];
  const set = flags.filter((flag) => flag !== false);
  return set.length === 0 ? "" : ` [${set.join(", ")}]`;
}

function detailsOf(element: UIElement, label: string): string {
  const details: string[] = [];
  if (element.type === "textfield" && label !== element.text.replaceAll("\n", " | ")) {
    details.push(`value=${JSON.stringify(element.text)}`);
  }
  if (element.hint_text !== "" && element.hint_text !== label && element.text === "") {
    details.push(`hint=${JSON.stringify(element.hint_text)}`);
  }
  const description = element.content_description;
  const isSaid = label === description || label.startsWith(`${description} | `);
  if (element.text !== "" && description !== "" && !isSaid) {
    details.push(`desc=${JSON.stringify(description)}`);
  }
  // On most Androids an empty field shows its hint as its text, so the id is what tells the two apart.
  const unnamed =
    label === "" ||
    (element.type === "textfield" && element.hint_text === "" && element.content_description === "");
  if (unnamed && element.resource_id !== "") details.push(`id=${element.resource_id.split("/").at(-1)}`);
  return details.map((detail) => ` ${detail}`).join("");
}

function boundsOf(element: UIElement, tree: SemanticUITree): string {
  if (!positional.has(element.type)) return "";
  const { left, top, right, bottom } = element.bounds;
  const share = (value: number, size: number): string => (value / size).toFixed(3);
  const [w, h] = [tree.screen_width, tree.screen_height];
  return ` bounds=[${share(left, w)}, ${share(top, h)}, ${share(right, w)}, ${share(bottom, h)}]`;
}

/** One line of the element map: `[0] BUTTON "Compose" [CLICKABLE]` (docs/spec.md A4). */
export function semanticLine(element: UIElement, tree: SemanticUITree): string {
  const label = elementLabel(element);
  const name = label === "" ? "" : ` ${JSON.stringify(label)}`;
  const details = detailsOf(element, label) + boundsOf(element, tree);
  return `[${element.element_id}] ${element.type.toUpperCase()}${name}${details}${flagsOf(element)}`;
}

/** The element map as a model reads it, one line per element. */
export const semanticText = (tree: SemanticUITree): string =>
  tree.elements.map((element) => semanticLine(element, tree)).join("\n");
