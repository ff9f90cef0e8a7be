import type { FocusedField } from "#shared/actions/device-port.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isTextField } from "#shared/screen/tree/element-type.ts";
import type { HierarchyNode } from "#shared/screen/tree/hierarchy.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { type TreeSource, uiautomatorTree } from "../observe/screen-source.ts";

/** The text field that has the input focus now; null when there is none or the tree cannot be had. */
export async function readFocusedField(
  device: AdbDevice,
  tree: TreeSource = uiautomatorTree,
): Promise<FocusedField | null> {
  const { xml } = await tree.dump(device, [], []);
  if (xml === null) return null;
  try {
    const found = findFocused(parseHierarchy(xml).roots);
    if (found === null) return null;
    const { node, inPage } = found;
    const text = node.text === node.hint ? "" : node.text;
    return { text, password: node.password, package: node.packageName, inPage, node };
  } catch (error) {
    if (error instanceof DroverError && error.code === "TreeCorrupt") return null;
    throw error;
  }
}

/** Some apps focus a container as well: the innermost counts. */
function findFocused(
  nodes: readonly HierarchyNode[],
  inPage = false,
): { readonly node: HierarchyNode; readonly inPage: boolean } | null {
  for (const node of nodes) {
    const inner = findFocused(node.children, inPage || node.className === "android.webkit.WebView");
    if (inner !== null) return inner;
    if (node.focused && (node.password || isTextField(node))) return { node, inPage };
  }
  return null;
}
