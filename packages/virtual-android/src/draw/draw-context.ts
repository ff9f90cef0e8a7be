import type { Palette } from "./palette.ts";
import type { Surface } from "./surface.ts";

export interface DrawContext {
  readonly surface: Surface;
  readonly palette: Palette;
  /** Key of the node that has the input focus. */
  readonly focus: string | null;
  /** Characters before the cursor in the focused field. */
  readonly cursor: number;
  readonly allSelected: boolean;
}
