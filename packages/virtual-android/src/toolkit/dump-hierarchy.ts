import type { ViewNode } from "./layout.ts";
import { shownText } from "./shown-text.ts";
import type { Widget } from "./widget.ts";
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
  const parts: string[] = [
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="${rotation}">`,
  ];
  dumpNode(root, packageName, focus, parts);
  parts.push("</hierarchy>");
  return parts.join("");
}

const NAF_EXCLUDED = [
  "android.widget.GridView",
  "android.widget.GridLayout",
  "android.widget.ListView",
  "android.widget.TableLayout",
];

function dumpNode(node: ViewNode, packageName: string, focus: string | null, parts: string[]): void {
  const { widget } = node;
  const area = node.visible ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const enabled = widget.enabled !== false;
  const clickable = isClickable(widget);
  const flag = (name: string, on: boolean) => ` ${name}="${on}"`;
  parts.push("<node");
  if (clickable && enabled && !NAF_EXCLUDED.includes(widget.class) && !isLabelled(node))
    parts.push(' NAF="true"');
  parts.push(
    ` index="${node.index}"`,
    xmlAttribute("text", shownText(widget)),
    xmlAttribute("resource-id", resourceId(widget, packageName)),
    xmlAttribute("class", widget.class),
    xmlAttribute("package", packageName),
    xmlAttribute("content-desc", widget.desc ?? ""),
    flag("checkable", widget.checkable === true),
    flag("checked", widget.checked === true),
    flag("clickable", clickable),
    flag("enabled", enabled),
    flag("focusable", isFocusable(widget, node)),
    flag("focused", focus === node.key),
    flag("scrollable", (node.scroll?.max ?? 0) > 0),
    flag("long-clickable", widget.onLongPress !== undefined || widget.onType !== undefined),
    flag("password", widget.password === true),
    flag("selected", widget.selected === true),
    ` bounds="[${area.left},${area.top}][${area.right},${area.bottom}]"`,
  );
  const children = widget.leaf === true ? [] : node.children.filter((child) => child.visible !== null);
  if (children.length === 0) {
    parts.push(" />");
    return;
  }
  parts.push(">");
  for (const child of children) dumpNode(child, packageName, focus, parts);
  parts.push("</node>");
}

function resourceId(widget: Widget, packageName: string): string {
  if (widget.id === undefined) return "";
  return widget.id.includes(":") ? widget.id : `${packageName}:id/${widget.id}`;
}

function isClickable(widget: Widget): boolean {
  return widget.onTap !== undefined || widget.onType !== undefined;
}

function isFocusable(widget: Widget, node: ViewNode): boolean {
  if (widget.focusable !== undefined) return widget.focusable;
  return isClickable(widget) || widget.onSlide !== undefined || node.scroll !== null;
}

function isLabelled(node: ViewNode): boolean {
  if (shownText(node.widget) !== "" || (node.widget.desc ?? "") !== "") return true;
  return node.children.some(isLabelled);
}
