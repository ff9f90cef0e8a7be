import { label } from "../screen-parts.ts";
import { type NodeAttributes, node } from "../tree/dump.ts";

/** A screen made by hand, and what its elements are to be called, line by line, written before it was first read. */
export interface Fixture {
  readonly name: string;
  /** The nodes inside the window. */
  readonly nodes: readonly string[];
  readonly lines: readonly string[];
  /** First row of pixels under the keyboard. */
  readonly keyboardTop?: number;
}

/** Compose writes what has no role as a plain View, a text as a TextView, all of them side by side. */
export const compose = (at: string, more: NodeAttributes, ...children: string[]): string =>
  node({ class: "android.view.View", bounds: at, ...more }, ...children);

export const list = (id: string, at: string, ...rows: string[]): string =>
  node(
    {
      class: "androidx.recyclerview.widget.RecyclerView",
      "resource-id": `com.example:id/${id}`,
      scrollable: true,
      bounds: at,
    },
    ...rows,
  );

/** A row of a list as Views make it: the row takes the tap, the texts inside it say what it is. */
export const row = (title: string, left: number, top: number, right: number, bottom: number): string =>
  node(
    { clickable: true, focusable: true, bounds: `[${left},${top}][${right},${bottom}]` },
    label(title, [left + 40, top + 20, right - 40, bottom - 20], { "resource-id": "android:id/title" }),
  );
