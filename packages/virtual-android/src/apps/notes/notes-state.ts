import type { View } from "../../system/app.ts";

export const NOTE_EDITOR = "org.drover.notes/.EditorActivity";

export interface NotesState {
  readonly folder: string;
  readonly query: string | null;
  readonly sort: "name" | "edited";
  readonly dialog:
    | { readonly kind: "menu" | "sort" }
    | { readonly kind: "note" | "move" | "delete"; readonly path: string }
    | {
        readonly kind: "rename" | "newFolder";
        readonly path: string;
        readonly name: string;
        readonly tried: boolean;
      }
    | null;
  /** What was just deleted, to put it back. */
  readonly deleted: { readonly path: string; readonly text: string } | null;
}
export type NotesView = View<NotesState>;

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
