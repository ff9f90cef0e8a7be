import type { Rect } from "../graphics/geometry.ts";
import type { ViewNode } from "./layout.ts";
import { shownText } from "./shown-text.ts";
import type { Widget } from "./widget.ts";

/** A view as an accessibility service gets it (AccessibilityNodeInfo). */
export interface AccessibleNode {
  readonly view: ViewNode;
  readonly index: number;
  readonly text: string;
  /** Empty for a view without a name. */
  readonly resourceId: string;
  readonly className: string;
  readonly packageName: string;
  readonly description: string;
  readonly hint: string;
  readonly checkable: boolean;
  readonly checked: boolean;
  readonly clickable: boolean;
  readonly enabled: boolean;
  readonly focusable: boolean;
  readonly focused: boolean;
  readonly scrollable: boolean;
  readonly longClickable: boolean;
  readonly password: boolean;
  readonly selected: boolean;
  readonly editable: boolean;
  readonly bounds: Rect;
  /** Those that can be seen. */
  readonly children: readonly AccessibleNode[];
}

const nowhere: Rect = { left: 0, top: 0, right: 0, bottom: 0 };

export function accessibleNode(view: ViewNode, packageName: string, focus: string | null): AccessibleNode {
  const { widget } = view;
  const children = widget.leaf === true ? [] : view.children.filter((child) => child.visible !== null);
  return {
    view,
    index: view.index,
    text: shownText(widget),
    resourceId: resourceId(widget, packageName),
    className: widget.class,
    packageName,
    description: widget.desc ?? "",
    hint: widget.hint ?? "",
    checkable: widget.checkable === true,
    checked: widget.checked === true,
    clickable: isClickable(widget),
    enabled: widget.enabled !== false,
    focusable: isFocusable(widget, view),
    focused: focus === view.key,
    scrollable: (view.scroll?.max ?? 0) > 0,
    longClickable: widget.onLongPress !== undefined || widget.onType !== undefined,
    password: widget.password === true,
    selected: widget.selected === true,
    editable: widget.onType !== undefined,
    bounds: view.visible ?? nowhere,
    children: children.map((child) => accessibleNode(child, packageName, focus)),
  };
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

export const boundsText = ({ left, top, right, bottom }: Rect): string =>
  `[${left},${top}][${right},${bottom}]`;
