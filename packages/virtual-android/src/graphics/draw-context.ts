import type { DrawingSurface } from "./drawing-surface.ts";
import type { Palette } from "./palette.ts";

export interface DrawContext {
  readonly surface: DrawingSurface;
  readonly palette: Palette;
  /** Key of the node that has the input focus. */
  readonly focus: string | null;
  /** Characters before the cursor in the focused field. */
  readonly cursor: number;
  readonly allSelected: boolean;
}
