import { contains } from "../graphics/geometry.ts";
import type { ViewNode } from "./layout.ts";

/** The topmost node under a point that `accepts`: later siblings lie over earlier ones, children over parents. */
export function nodeAt(
  root: ViewNode,
  x: number,
  y: number,
  accepts: (node: ViewNode) => boolean,
): ViewNode | null {
  if (root.visible === null || !contains(root.visible, x, y)) return null;
  for (const child of root.children.toReversed()) {
    const hit = nodeAt(child, x, y, accepts);
    if (hit !== null) return hit;
  }
  return accepts(root) ? root : null;
}

/** The first node in reading order that `accepts`. */
export function findNode(root: ViewNode, accepts: (node: ViewNode) => boolean): ViewNode | null {
  if (accepts(root)) return root;
  for (const child of root.children) {
    const hit = findNode(child, accepts);
    if (hit !== null) return hit;
  }
  return null;
}

export function allNodes(root: ViewNode): readonly ViewNode[] {
  return [root, ...root.children.flatMap(allNodes)];
}
