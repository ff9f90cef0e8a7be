import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import type { Coordinate } from "../contracts/values/coordinate.ts";
import { distinction, elementLabel } from "./element-label.ts";

const stateful = new Set<UIElement["type"]>(["switch", "checkbox", "radio"]);
/** Where on these a tap lands matters, so their bounds are shown. */
const positional = new Set<UIElement["type"]>(["slider", "webview"]);
const maxIndent = 4;

function flagsOf(element: UIElement): string {
  const flags = [
    element.clickable && "CLICKABLE",
    element.long_clickable && !element.clickable && "LONG_CLICKABLE",
    element.scrollable && "SCROLLABLE",
    element.more?.includes("above") && "MORE_ABOVE",
    element.more?.includes("below") && "MORE_BELOW",
    (element.checkable || stateful.has(element.type)) && (element.checked ? "CHECKED" : "UNCHECKED"),
    element.selected && "SELECTED",
    element.focused && "FOCUSED",
    !element.enabled && "DISABLED",
    element.password && "PASSWORD",
    element.visibility === "covered" && "COVERED",
    element.source === "picture" && "OCR",
  ];
  const set = flags.filter((flag) => typeof flag === "string");
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

/** Writes a place in the unit that the reader points in. */
export type PlaceWriter = (coordinate: Coordinate) => readonly [x: string, y: string];
const asShares: PlaceWriter = ([x, y]) => [x.toFixed(3), y.toFixed(3)];

function boundsOf(element: UIElement, tree: SemanticUITree, place: PlaceWriter): string {
  if (!positional.has(element.type)) return "";
  const { left, top, right, bottom } = element.bounds;
  const [w, h] = [tree.screen_width, tree.screen_height];
  const corners = [...place([left / w, top / h]), ...place([right / w, bottom / h])];
  return ` bounds=[${corners.join(", ")}]`;
}

/** One line of the element map: `[0] BUTTON "Compose" [CLICKABLE]` (docs/spec.md A4). */
export function semanticLine(element: UIElement, tree: SemanticUITree, place = asShares): string {
  const label = elementLabel(element);
  const name = label === "" ? "" : ` ${JSON.stringify(label)}`;
  const details = detailsOf(element, label) + distinction(element) + boundsOf(element, tree, place);
  return `[${element.element_id}] ${element.type.toUpperCase()}${name}${details}${flagsOf(element)}`;
}

/**
 * Rows and cards whose parts can be used by themselves show so by what stands indented under them; so do lists where there
 * are several, side by side for example. Anywhere else nesting would cost more than it says.
 */
function indents(tree: SemanticUITree): readonly number[] {
  const holders = new Set(tree.elements.map(({ inside }) => inside));
  const isArea = ({ type }: UIElement): boolean => type === "list" || type === "webview";
  const areas = tree.elements.filter((one) => isArea(one) && holders.has(one.element_id));
  const depths: number[] = [];
  for (const { inside } of tree.elements) {
    const holder = inside === undefined ? undefined : tree.elements[inside];
    const shows = holder !== undefined && (!isArea(holder) || areas.length > 1);
    depths.push((inside === undefined ? 0 : (depths[inside] ?? 0)) + (shows ? 1 : 0));
  }
  return depths;
}

/** The element map as a model reads it, one line per element. */
export function semanticText(tree: SemanticUITree, place = asShares): string {
  const depths = indents(tree);
  const lines = tree.elements.map(
    (element, index) =>
      " ".repeat(Math.min(depths[index] ?? 0, maxIndent)) + semanticLine(element, tree, place),
  );
  return lines.join("\n");
}
