import type { Bounds } from "../../contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "../../contracts/values/coordinate.ts";
import type { Hierarchy, HierarchyNode } from "./hierarchy.ts";

/** A node of a dump with its place among all others. */
export interface PlacedNode {
  readonly node: HierarchyNode;
  readonly parent: PlacedNode | null;
  readonly children: readonly PlacedNode[];
  /** Its number in the dump, parents first. */
  readonly position: number;
  /** The number of the last node inside it, its own when there is none. */
  readonly lastInside: number;
  /** Its number in the order in which nodes are painted: of two that overlap the higher lies on top. */
  readonly painted: number;
  /** What of it is on the screen; null when nothing is. */
  readonly bounds: Bounds | null;
}

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

type Unfinished = Omit<PlacedNode, "children"> & {
  children: readonly PlacedNode[];
  lastInside: number;
  painted: number;
};

/** Dumps without `drawing-order` have their nodes in the order of painting. */
function numberPainting(nodes: readonly PlacedNode[], from: number): number {
  let next = from;
  const order = nodes.toSorted(
    (a, b) => a.node.drawingOrder - b.node.drawingOrder || a.position - b.position,
  );
  for (const placed of order as readonly Unfinished[]) {
    placed.painted = next;
    next = numberPainting(placed.children, next + 1);
  }
  return next;
}

/** All nodes with their places; the roots in the dump's order. */
export function placeNodes(hierarchy: Hierarchy, screen: ScreenSize): readonly PlacedNode[] {
  let next = 0;
  const place = (node: HierarchyNode, parent: PlacedNode | null): PlacedNode => {
    const bounds = visiblePart(node.bounds, screen);
    const placed: Unfinished = {
      node,
      parent,
      children: [],
      position: next,
      lastInside: next,
      painted: 0,
      bounds,
    };
    next += 1;
    placed.children = node.children.map((child) => place(child, placed));
    placed.lastInside = next - 1;
    return placed;
  };
  const roots = hierarchy.roots.map((root) => place(root, null));
  numberPainting(roots, 0);
  return roots;
}

export const isInside = (inner: PlacedNode, outer: PlacedNode): boolean =>
  inner.position > outer.position && inner.position <= outer.lastInside;
