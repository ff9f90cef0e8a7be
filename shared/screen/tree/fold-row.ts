import { areReferences } from "../../contracts/job/secret.ts";
import { displayText } from "../../text/display-text.ts";
import { areaOf } from "../area.ts";
import { holdsState, isInteractive } from "./element-type.ts";
import type { HierarchyNode } from "./hierarchy.ts";
import type { PlacedNode } from "./placed-node.ts";

export const textLimit = 300;
/** A clickable with more texts than this is a page, not a row: its texts stay elements of their own. */
const maxFoldedTexts = 8;
/** So is one that takes this share of the screen and has things of its own to use inside it. */
const pageShare = 1 / 3;
const stateInWords = /^(on|off)?$/i;

/** What a clickable row takes over from the nodes inside it that cannot be used by themselves. */
export interface FoldedRow {
  readonly texts: readonly string[];
  readonly control: HierarchyNode | undefined;
  readonly folded: ReadonlySet<HierarchyNode>;
  readonly hasInteractive: boolean;
}

export const nothingFolded: FoldedRow = {
  texts: [],
  control: undefined,
  folded: new Set(),
  hasInteractive: false,
};
const page: FoldedRow = { ...nothingFolded, hasInteractive: true };

/** What it says; of a password field only what a secret is called. */
export const shownText = (node: HierarchyNode): string =>
  node.password && !areReferences(node.text) ? "" : displayText(node.text, textLimit);

export const ownLabel = (node: HierarchyNode): string =>
  shownText(node) || (node.password ? "" : displayText(node.contentDescription, textLimit));

/** A control that says no more than its state. */
export const isUnnamed = (node: HierarchyNode): boolean =>
  !node.password &&
  stateInWords.test(displayText(node.text, textLimit)) &&
  displayText(node.contentDescription, textLimit) === "";

export function foldRow(row: PlacedNode, screenArea: number): FoldedRow {
  const texts: string[] = [];
  const controls: HierarchyNode[] = [];
  const folded = new Set<HierarchyNode>();
  let interactive = 0;
  let separateControls = 0;
  const visit = ({ node, children, bounds }: PlacedNode): void => {
    if (isInteractive(node)) {
      interactive += 1;
      if (holdsState(node) && isUnnamed(node)) separateControls += 1;
      return;
    }
    folded.add(node);
    if (holdsState(node)) controls.push(node);
    const label = bounds === null ? "" : ownLabel(node);
    // A switch's text is its state in words, which the row's state already says.
    if (label !== "" && !(holdsState(node) && stateInWords.test(label))) texts.push(label);
    for (const child of children) visit(child);
  };
  for (const child of row.children) visit(child);
  const isPage = interactive > 0 && areaOf(row.bounds ?? row.node.bounds) >= pageShare * screenArea;
  // Texts beside several controls are those controls' names, not the row's.
  if (texts.length > maxFoldedTexts || separateControls + controls.length > 1 || isPage) return page;
  return {
    texts,
    control: controls[0],
    folded,
    hasInteractive: interactive > 0,
  };
}
