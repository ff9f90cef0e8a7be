import type { ScreenSize } from "../../contracts/coordinate.ts";
import type { PictureBilling } from "./image-limits.ts";

/** Tokens of input that a picture of this size counts as, when it is within the model's limits. */
export function pictureTokens({ width, height }: ScreenSize, billing: PictureBilling): number {
  const squares = Math.ceil(width / billing.edge) * Math.ceil(height / billing.edge);
  return billing.kind === "patches"
    ? Math.ceil(squares * billing.factor)
    : billing.base + squares * billing.perTile;
}
