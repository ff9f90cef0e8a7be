import type { View } from "../../system/app.ts";

export const SORTS = ["Name", "Modified", "Size"] as const;

export interface FilesState {
  readonly folder: string;
  readonly query: string | null;
  readonly sort: (typeof SORTS)[number];
  readonly selected: readonly string[];
  /** Files on their way to another folder. */
  readonly carried: { readonly verb: "Copy" | "Move"; readonly paths: readonly string[] } | null;
  readonly dialog:
    | { readonly kind: "menu" | "sort" | "selection" | "delete" }
    | { readonly kind: "newFolder" | "rename"; readonly name: string; readonly tried: boolean }
    | { readonly kind: "info"; readonly path: string }
    | null;
}
export type FilesView = View<FilesState>;
