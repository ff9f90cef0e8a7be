import type { Surface } from "./surface.ts";

/** What a screen is drawn on: pixels, or a record of what is to be drawn. */
export type DrawingSurface = Pick<
  Surface,
  | "width"
  | "height"
  | "setBrightness"
  | "withClip"
  | "fill"
  | "roundRect"
  | "strokeRoundRect"
  | "text"
  | "icon"
  | "circle"
  | "line"
  | "verticalGradient"
>;
