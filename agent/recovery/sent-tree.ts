import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { buildSemanticTree } from "#shared/screen/tree/build-semantic-tree.ts";
import type { Hierarchy, HierarchyNode } from "#shared/screen/tree/hierarchy.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";

const everyNode = (nodes: readonly HierarchyNode[]): readonly HierarchyNode[] =>
  nodes.flatMap((node) => [node, ...everyNode(node.children)]);

/** As far as its nodes reach: nobody says how large the screen was. */
function sizeOf({ roots }: Hierarchy): { width: number; height: number } {
  const nodes = everyNode(roots);
  const most = (edge: "right" | "bottom"): number =>
    nodes.reduce((largest, { bounds }) => Math.max(largest, bounds[edge]), 1);
  return { width: Math.min(most("right"), 16_384), height: Math.min(most("bottom"), 16_384) };
}

/** The screen that was sent with an exception, as elements. @throws TreeCorrupt */
export function sentTree(hierarchy: string, capturedAt: string): SemanticUITree {
  const parsed = parseHierarchy(hierarchy);
  const app = everyNode(parsed.roots).find(({ packageName }) => packageName !== "")?.packageName ?? "";
  return buildSemanticTree(parsed, {
    deviceId: "",
    package: app,
    activity: "",
    appName: "",
    screen: sizeOf(parsed),
    capturedAt,
    keyboardShown: false,
  });
}
