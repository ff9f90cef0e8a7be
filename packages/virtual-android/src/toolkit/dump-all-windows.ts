import type { Rect } from "../graphics/geometry.ts";
import { dumpHierarchy } from "./dump-hierarchy.ts";
import type { ViewNode } from "./layout.ts";
import { xmlAttribute } from "./xml-attribute.ts";

export interface DumpedWindow {
  readonly title: string;
  readonly type: string;
  readonly bounds: Rect;
  readonly focused: boolean;
  /** Null for one that shows nobody its views. */
  readonly views: {
    readonly root: ViewNode;
    readonly packageName: string;
    readonly focus: string | null;
  } | null;
}

const declaration = /^<\?xml[^>]*\?>/;

/**
 * What `uiautomator dump --windows` writes since Android 11: the windows of each display from the top, in the attribute order of
 * AccessibilityNodeInfoDumper.dumpWindowsToFile.
 */
export function dumpAllWindows(windows: readonly DumpedWindow[], rotation: number): string {
  const parts = windows.map(({ title, type, bounds, focused, views }, index) => {
    const { left, top, right, bottom } = bounds;
    const open =
      `<window index="${index}"${xmlAttribute("title", title)} bounds="[${left},${top}][${right},${bottom}]"` +
      ` active="${focused}" focused="${focused}" accessibility-focused="false" id="${index + 1}"` +
      ` layer="${windows.length - 1 - index}" type="${type}">`;
    const tree =
      views === null
        ? ""
        : dumpHierarchy(views.root, views.packageName, views.focus, rotation).replace(declaration, "");
    return `${open}${tree}</window>`;
  });
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><displays><display id="0">${parts.join("")}</display></displays>`;
}
