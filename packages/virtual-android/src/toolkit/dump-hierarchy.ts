import { type AccessibleNode, accessibleNode, boundsText } from "./accessible-node.ts";
import type { ViewNode } from "./layout.ts";
import { shownText } from "./shown-text.ts";
import { xmlAttribute } from "./xml-attribute.ts";

/**
 * The text `uiautomator dump` writes on Android 14: attribute order, the NAF mark and the skipping of invisible views
 * are those of AccessibilityNodeInfoDumper (frameworks/base, cmds/uiautomator); `drawing-order` and `hint` came later.
 */
export function dumpHierarchy(
  root: ViewNode,
  packageName: string,
  focus: string | null,
  rotation: number,
): string {
  return dumpNodes([accessibleNode(root, packageName, focus)], rotation);
}

/** The same of several windows, and no deeper than so many views. */
export function dumpNodes(
  roots: readonly AccessibleNode[],
  rotation: number,
  depth = Number.POSITIVE_INFINITY,
): string {
  const parts: string[] = [
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="${rotation}">`,
  ];
  for (const root of roots) dumpNode(root, parts, depth);
  parts.push("</hierarchy>");
  return parts.join("");
}

const NAF_EXCLUDED = [
  "android.widget.GridView",
  "android.widget.GridLayout",
  "android.widget.ListView",
  "android.widget.TableLayout",
];

function dumpNode(node: AccessibleNode, parts: string[], depth: number): void {
  const flag = (name: string, on: boolean) => ` ${name}="${on}"`;
  parts.push("<node");
  if (node.clickable && node.enabled && !NAF_EXCLUDED.includes(node.className) && !isLabelled(node.view))
    parts.push(' NAF="true"');
  parts.push(
    ` index="${node.index}"`,
    xmlAttribute("text", node.text),
    xmlAttribute("resource-id", node.resourceId),
    xmlAttribute("class", node.className),
    xmlAttribute("package", node.packageName),
    xmlAttribute("content-desc", node.description),
    flag("checkable", node.checkable),
    flag("checked", node.checked),
    flag("clickable", node.clickable),
    flag("enabled", node.enabled),
    flag("focusable", node.focusable),
    flag("focused", node.focused),
    flag("scrollable", node.scrollable),
    flag("long-clickable", node.longClickable),
    flag("password", node.password),
    flag("selected", node.selected),
    ` bounds="${boundsText(node.bounds)}"`,
  );
  if (node.children.length === 0 || depth <= 1) {
    parts.push(" />");
    return;
  }
  parts.push(">");
  for (const child of node.children) dumpNode(child, parts, depth - 1);
  parts.push("</node>");
}

function isLabelled(view: ViewNode): boolean {
  if (shownText(view.widget) !== "" || (view.widget.desc ?? "") !== "") return true;
  return view.children.some(isLabelled);
}
