import type { Bounds, UIElement } from "../../contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "../../contracts/values/coordinate.ts";
import { displayText } from "../../text/display-text.ts";
import { union } from "../area.ts";
import { readingOrder } from "../reading-order.ts";
import { elementType, holdsState, isInteractive } from "./element-type.ts";
import {
  type FoldedRow,
  foldRow,
  isUnnamed,
  nothingFolded,
  ownLabel,
  shownText,
  textLimit,
} from "./fold-row.ts";
import type { HierarchyNode } from "./hierarchy.ts";
import type { PlacedNode } from "./placed-node.ts";

/** What an element is before it is seen among the others. */
export type ElementContent = Omit<
  UIElement,
  "element_id" | "stable_id" | "visibility" | "tap_point" | "near" | "nth" | "inside" | "more" | "source"
>;

export interface FoundElement {
  readonly place: PlacedNode;
  readonly content: ElementContent;
  /** A control without its own label. */
  readonly unnamed: boolean;
}

function contentOf(node: HierarchyNode, bounds: Bounds, row: FoldedRow): ElementContent {
  const state = row.control ?? node;
  const own = shownText(node);
  const description = displayText(node.contentDescription, textLimit);
  // A row's description is what it is called; without one its first text is.
  const title = row.texts.length > 0 ? own || description : own;
  return {
    type: elementType(state),
    text: joined([title, ...row.texts]),
    content_description: description,
    hint_text: displayText(node.hint, textLimit),
    resource_id: displayText(node.resourceId, 200),
    class_name: displayText(node.className, 200),
    clickable: node.clickable,
    long_clickable: node.longClickable,
    focusable: node.focusable,
    focused: node.focused,
    scrollable: node.scrollable,
    checkable: state.checkable,
    checked: state.checked,
    selected: node.selected,
    enabled: node.enabled,
    password: node.password,
    bounds,
  };
}

/** One text, a part a line, each said once. */
export function joined(texts: readonly string[]): string {
  const seen = new Set([""]);
  const parts = texts.filter((text) => {
    const key = text.toLowerCase();
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  const text = parts.join("\n");
  return text.length <= textLimit ? text : `${text.slice(0, textLimit - 1).toWellFormed()}…`;
}

const saysTheSame = (node: HierarchyNode, label: string): boolean =>
  node.children.some((child) => displayText(child.text, textLimit) === label || saysTheSame(child, label));

/** Containers that only lay out what is inside them say nothing to an agent. */
function isUseful(node: HierarchyNode, row: FoldedRow): boolean {
  const label = ownLabel(node);
  // A collapsing toolbar is described by the title inside it.
  if (!isInteractive(node) && node.text === "" && label !== "" && saysTheSame(node, label))
    return holdsState(node);
  if (label !== "" || node.hint !== "") return true;
  if (!isInteractive(node)) return holdsState(node);
  const type = elementType(node);
  return type !== "button" || row.texts.length > 0 || !row.hasInteractive;
}

/** Elements that belong together, already in order. */
interface Group {
  readonly bounds: Bounds;
  readonly alone: boolean;
  readonly elements: readonly FoundElement[];
}

function collect(
  place: PlacedNode,
  foldedByRow: ReadonlySet<HierarchyNode>,
  screenArea: number,
): Group | null {
  const { node, bounds } = place;
  const isRow = (node.clickable || node.longClickable) && elementType(node) !== "webview";
  const row = isRow ? foldRow(place, screenArea) : nothingFolded;
  const folded = isRow ? row.folded : foldedByRow;
  const inside = place.children.flatMap((child) => collect(child, folded, screenArea) ?? []);
  const groups = inside.length > 1 ? readingOrder(inside) : inside;
  const isElement = bounds !== null && !foldedByRow.has(node) && isUseful(node, row);
  if (!isElement && groups.length < 2) return groups[0] ?? null;
  const unnamed = (holdsState(node) || elementType(node) === "slider") && row.texts.length === 0;
  const own = isElement
    ? [{ place, content: contentOf(node, bounds, row), unnamed: unnamed && isUnnamed(node) }]
    : [];
  const areas = [...(isElement ? [bounds] : []), ...groups.map((group) => group.bounds)];
  return {
    bounds: areas.reduce(union),
    alone: groups.length === 0,
    elements: [...own, ...groups.flatMap((group) => group.elements)],
  };
}

/** Everything on the screen that has a label or can be used, in reading order. */
export function collectElements(roots: readonly PlacedNode[], screen: ScreenSize): FoundElement[] {
  const groups = roots.flatMap((root) => collect(root, new Set(), screen.width * screen.height) ?? []);
  return readingOrder(groups).flatMap((group) => group.elements);
}
