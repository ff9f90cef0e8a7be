import type { ScreenSize } from "../contracts/coordinate.ts";
import type { Bounds, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { displayText } from "./display-text.ts";
import { elementType, holdsState, isInteractive } from "./element-type.ts";
import type { Hierarchy, HierarchyNode } from "./hierarchy.ts";

/** An element before it has its ids; `position` is its place in the dump. */
export type FoundElement = Omit<UIElement, "element_id" | "stable_id" | "visibility"> & {
  readonly position: number;
};

const textLimit = 300;
/** A clickable with more texts than this is a page, not a row: its texts stay elements of their own. */
const maxFoldedTexts = 8;

/** The part on the screen, or null when there is none. */
function visiblePart(bounds: Bounds, screen: ScreenSize): Bounds | null {
  const part = {
    left: Math.max(bounds.left, 0),
    top: Math.max(bounds.top, 0),
    right: Math.min(bounds.right, screen.width),
    bottom: Math.min(bounds.bottom, screen.height),
  };
  return part.right > part.left && part.bottom > part.top ? part : null;
}

const ownLabel = (node: HierarchyNode): string =>
  node.password ? "" : displayText(node.text, textLimit) || displayText(node.contentDescription, textLimit);

/** What a clickable row takes over from the nodes inside it that cannot be used by themselves. */
interface Row {
  readonly texts: readonly string[];
  readonly control: HierarchyNode | undefined;
  readonly folded: ReadonlySet<HierarchyNode>;
  readonly hasInteractive: boolean;
}

const nothingFolded: Row = { texts: [], control: undefined, folded: new Set(), hasInteractive: false };
const stateInWords = /^(on|off)?$/i;

function foldRow(row: HierarchyNode): Row {
  const texts: string[] = [];
  const controls: HierarchyNode[] = [];
  const folded = new Set<HierarchyNode>();
  let hasInteractive = false;
  const visit = (node: HierarchyNode): void => {
    if (isInteractive(node)) {
      hasInteractive = true;
      return;
    }
    folded.add(node);
    if (holdsState(node)) controls.push(node);
    const label = ownLabel(node);
    // A switch's text is its state in words, which the row's state already says.
    if (label !== "" && !(holdsState(node) && stateInWords.test(label))) texts.push(label);
    for (const child of node.children) visit(child);
  };
  for (const child of row.children) visit(child);
  if (texts.length > maxFoldedTexts) return { ...nothingFolded, hasInteractive: true };
  if (controls.length > 1) for (const control of controls) folded.delete(control);
  return { texts, control: controls.length === 1 ? controls[0] : undefined, folded, hasInteractive };
}

interface Walk {
  readonly screen: ScreenSize;
  readonly found: FoundElement[];
  position: number;
}

/** Texts of the rows around a node, nearest last: they name a control that has no label. */
type Surroundings = readonly string[];

function element(
  node: HierarchyNode,
  bounds: Bounds,
  row: Row,
  around: Surroundings,
  position: number,
): FoundElement {
  const state = row.control ?? node;
  const type = elementType(row.control ?? node);
  const own = node.password ? "" : displayText(node.text, textLimit);
  const unnamed = stateInWords.test(own) && node.contentDescription === "" && row.texts.length === 0;
  const borrowed = holdsState(node) && unnamed ? around.at(-1) : undefined;
  const description = displayText(node.contentDescription, textLimit);
  // A row's description is what it is called; without one its first text is.
  const title = row.texts.length > 0 ? own || description : own;
  const text = borrowed ?? withoutRepeats([title, ...row.texts]).join("\n");
  return {
    type,
    text: displayTextLines(text),
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
    position,
  };
}

function withoutRepeats(texts: readonly string[]): string[] {
  const seen = new Set([""]);
  return texts.filter((text) => {
    const key = text.toLowerCase();
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

const displayTextLines = (text: string): string =>
  text.length <= textLimit ? text : `${text.slice(0, textLimit - 1).toWellFormed()}…`;

const saysTheSame = (node: HierarchyNode, label: string): boolean =>
  node.children.some((child) => displayText(child.text, textLimit) === label || saysTheSame(child, label));

/** Containers that only lay out what is inside them say nothing to an agent. */
function isUseful(node: HierarchyNode, row: Row): boolean {
  const label = ownLabel(node);
  // A collapsing toolbar is described by the title inside it.
  if (!isInteractive(node) && node.text === "" && label !== "" && saysTheSame(node, label))
    return holdsState(node);
  if (label !== "" || node.hint !== "") return true;
  if (!isInteractive(node)) return holdsState(node);
  const type = elementType(node);
  return type !== "button" || row.texts.length > 0 || !row.hasInteractive;
}

function collect(
  node: HierarchyNode,
  foldedByRow: ReadonlySet<HierarchyNode>,
  around: Surroundings,
  walk: Walk,
): void {
  const position = walk.position++;
  const bounds = visiblePart(node.bounds, walk.screen);
  const isRow = (node.clickable || node.longClickable) && elementType(node) !== "webview";
  const row = isRow ? foldRow(node) : nothingFolded;
  if (bounds !== null && !foldedByRow.has(node) && isUseful(node, row)) {
    walk.found.push(element(node, bounds, row, around, position));
  }
  const title = isRow ? ownLabel(node) || row.texts[0] : undefined;
  const inside = title === undefined ? around : [...around, title];
  const folded = isRow ? row.folded : foldedByRow;
  for (const child of node.children) collect(child, folded, inside, walk);
}

/** Everything on the screen that has a label or can be used, in the dump's order. */
export function collectElements(hierarchy: Hierarchy, screen: ScreenSize): FoundElement[] {
  const walk: Walk = { screen, found: [], position: 0 };
  for (const root of hierarchy.roots) collect(root, new Set(), [], walk);
  return walk.found;
}
