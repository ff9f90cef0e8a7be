import { px } from "../../graphics/geometry.ts";
import type { ViewNode } from "../../toolkit/layout.ts";
import type { ComposedWindow } from "../windows/compose-windows.ts";

/** Scrolls the focused field into sight, as a ScrollView does when the keyboard takes its lower part; true when it moved. */
export function revealFocus(window: ComposedWindow): boolean {
  const { focus, scrollOffsets } = window.memory;
  if (focus === null) return false;
  const path = pathTo(window.root, focus);
  const field = path?.at(-1);
  const scroller = path?.findLast((node) => node.scroll !== null);
  if (field === undefined || scroller === undefined || scroller.scroll === null) return false;
  const margin = px(8);
  const below = field.bounds.bottom + margin - scroller.bounds.bottom;
  const above = scroller.bounds.top - (field.bounds.top - margin);
  const by = below > 0 ? below : above > 0 ? -above : 0;
  const offset = Math.min(scroller.scroll.max, Math.max(0, scroller.scroll.offset + by));
  if (offset === scroller.scroll.offset) return false;
  scrollOffsets.set(scroller.key, offset);
  return true;
}

function pathTo(node: ViewNode, key: string): readonly ViewNode[] | null {
  if (node.key === key) return [node];
  for (const child of node.children) {
    const path = pathTo(child, key);
    if (path !== null) return [node, ...path];
  }
  return null;
}
