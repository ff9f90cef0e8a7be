import type { ViewNode } from "../../toolkit/layout.ts";
import type { WindowMemory } from "./input-focus.ts";

/** A focused text field and where its cursor stands. */
export interface EditTarget {
  readonly node: ViewNode;
  readonly memory: WindowMemory;
}

function contentOf({ node }: EditTarget): string {
  return node.widget.text ?? "";
}

function clampedCursor(target: EditTarget): number {
  return Math.min(target.memory.cursor, contentOf(target).length);
}

/** Gives a field the focus, the cursor at its end. */
export function focusField(memory: WindowMemory, node: ViewNode): void {
  const value = node.widget.text ?? "";
  memory.focus = node.key;
  memory.cursor = value.length;
  memory.allSelected = node.widget.selectAllOnFocus === true && value !== "";
}

export function insertText(target: EditTarget, typed: string): void {
  const { node, memory } = target;
  const value = memory.allSelected ? "" : contentOf(target);
  const cursor = memory.allSelected ? 0 : clampedCursor(target);
  const limit = node.widget.maxLength ?? Number.POSITIVE_INFINITY;
  const room = Math.max(0, limit - value.length);
  const kept = typed.slice(0, Number.isFinite(room) ? room : undefined);
  memory.allSelected = false;
  memory.cursor = cursor + kept.length;
  node.widget.onType?.(value.slice(0, cursor) + kept + value.slice(cursor));
}

/** One character to the left (backspace) or right; a surrogate pair goes as a whole. */
/** Answers whether there was anything to delete. */
export function deleteText(target: EditTarget, way: "left" | "right"): boolean {
  const { node, memory } = target;
  const value = contentOf(target);
  const cursor = clampedCursor(target);
  if (memory.allSelected) {
    memory.allSelected = false;
    memory.cursor = 0;
    node.widget.onType?.("");
    return true;
  }
  const before = way === "left" ? [...value.slice(0, cursor)].slice(0, -1).join("") : value.slice(0, cursor);
  const after = way === "right" ? [...value.slice(cursor)].slice(1).join("") : value.slice(cursor);
  const changed = before + after !== value;
  const moved = memory.cursor !== before.length;
  memory.cursor = before.length;
  if (changed) node.widget.onType?.(before + after);
  return changed || moved;
}

export function moveCursor(target: EditTarget, to: "start" | "end" | "left" | "right"): void {
  const { memory } = target;
  const value = contentOf(target);
  const cursor = clampedCursor(target);
  memory.allSelected = false;
  if (to === "start") memory.cursor = 0;
  else if (to === "end") memory.cursor = value.length;
  else if (to === "left") memory.cursor = [...value.slice(0, cursor)].slice(0, -1).join("").length;
  else memory.cursor = cursor + ([...value.slice(cursor)][0]?.length ?? 0);
}

export function selectAll(target: EditTarget): void {
  target.memory.allSelected = contentOf(target) !== "";
  target.memory.cursor = contentOf(target).length;
}

export function selectedText(target: EditTarget): string | null {
  return target.memory.allSelected ? contentOf(target) : null;
}
