import type { FocusedField } from "#shared/agent/actions/device-port.ts";
import type { HierarchyNode } from "#shared/domain/hierarchy.ts";
import { parseHierarchy } from "#shared/domain/parse-hierarchy.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { dumpTree } from "../observe/dump-tree.ts";

/** The text field that has the input focus now; null when there is none or the tree cannot be had. */
export async function readFocusedField(device: AdbDevice): Promise<FocusedField | null> {
  const { xml } = await dumpTree(device);
  if (xml === null) return null;
  try {
    const node = findFocused(parseHierarchy(xml).roots);
    if (node === null) return null;
    const text = node.text === node.hint ? "" : node.text;
    return { text, password: node.password, package: node.packageName };
  } catch (error) {
    if (error instanceof DroverError && error.code === "TreeCorrupt") return null;
    throw error;
  }
}

/** Some apps focus a container as well: the innermost counts. */
function findFocused(nodes: readonly HierarchyNode[]): HierarchyNode | null {
  for (const node of nodes) {
    const inner = findFocused(node.children);
    if (inner !== null) return inner;
    if (node.focused && isTextField(node)) return node;
  }
  return null;
}

/** Frameworks other than Android's own name their classes as they like, but mostly keep this ending. */
const isTextField = (node: HierarchyNode): boolean =>
  /EditText|TextField|TextInput|AutoCompleteTextView|SearchView/.test(node.className) || node.password;
