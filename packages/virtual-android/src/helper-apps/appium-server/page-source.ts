import { type AccessibleNode, boundsText } from "../../toolkit/accessible-node.ts";
import { xmlAttribute } from "../../toolkit/xml-attribute.ts";

/** One element of the page source, which XPath searches too. */
export interface SourceElement {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: SourceElement[];
  readonly parent: SourceElement | null;
  /** Null for the root and for toasts, which are no views. */
  readonly node: AccessibleNode | null;
}

export interface Screen {
  readonly roots: readonly AccessibleNode[];
  readonly toasts: readonly string[];
  readonly rotation: number;
  readonly width: number;
  readonly height: number;
}

/** In the order of the server's UiElementSnapshot; what a node does not have is left out. */
export function attributesOf(node: AccessibleNode): readonly (readonly [string, string | null])[] {
  const isShowingHint = node.hint !== "" && node.text === node.hint && (node.view.widget.text ?? "") === "";
  return [
    ["index", String(node.index)],
    ["package", node.packageName],
    ["class", node.className],
    ["text", node.text],
    ["content-desc", node.description || null],
    ["resource-id", node.resourceId || null],
    ["checkable", String(node.checkable)],
    ["checked", String(node.checked)],
    ["clickable", String(node.clickable)],
    ["enabled", String(node.enabled)],
    ["focusable", String(node.focusable)],
    ["focused", String(node.focused)],
    ["long-clickable", String(node.longClickable)],
    ["password", String(node.password)],
    ["scrollable", String(node.scrollable)],
    ["selected", String(node.selected)],
    ["bounds", boundsText(node.bounds)],
    ["displayed", String(node.view.visible !== null)],
    ["hint", node.hint || null],
    ["a11y-important", "true"],
    ["drawing-order", String(node.index)],
    ["showing-hint", String(isShowingHint)],
    ["dismissable", "false"],
    ["a11y-focused", "false"],
    ["heading", "false"],
    ["live-region", "0"],
    ["context-clickable", "false"],
    ["content-invalid", "false"],
  ];
}

/** A class name as an XML element: `a.b.Outer$Inner` is `a.b.Outer.Inner`. */
export const tagOf = (className: string): string =>
  className
    .replaceAll(/[$@#&]/g, ".")
    .replaceAll(/\.+/g, ".")
    .replaceAll(/^\.|\.$/g, "") || "android.view.View";

export function pageSource(screen: Screen): SourceElement {
  const root: SourceElement = {
    name: "hierarchy",
    attributes: [
      ["index", "0"],
      ["class", "hierarchy"],
      ["rotation", String(screen.rotation)],
      ["width", String(screen.width)],
      ["height", String(screen.height)],
    ],
    children: [],
    parent: null,
    node: null,
  };
  for (const node of screen.roots) root.children.push(elementOf(node, root));
  for (const text of screen.toasts)
    root.children.push({
      name: "android.widget.Toast",
      attributes: [
        ["index", String(root.children.length)],
        ["package", "com.android.settings"],
        ["class", "android.widget.Toast"],
        ["text", text],
        ["displayed", "true"],
      ],
      children: [],
      parent: root,
      node: null,
    });
  return root;
}

function elementOf(node: AccessibleNode, parent: SourceElement): SourceElement {
  const attributes = attributesOf(node).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  const element: SourceElement = { name: tagOf(node.className), attributes, children: [], parent, node };
  for (const child of node.children) element.children.push(elementOf(child, element));
  return element;
}

export function sourceXml(root: SourceElement): string {
  const lines = ["<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"];
  write(root, "", lines);
  return lines.join("\n");
}

function write(element: SourceElement, indent: string, lines: string[]): void {
  const attributes = element.attributes.map(([name, value]) => xmlAttribute(name, value)).join("");
  if (element.children.length === 0) {
    lines.push(`${indent}<${element.name}${attributes} />`);
    return;
  }
  lines.push(`${indent}<${element.name}${attributes}>`);
  for (const child of element.children) write(child, `${indent}  `, lines);
  lines.push(`${indent}</${element.name}>`);
}
