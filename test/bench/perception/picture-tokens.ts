import type { PictureBilling } from "#agent/models/image-limits.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";

/** Tokens of input that a picture of this size counts as, when it is within the model's limits. */
export function pictureTokens({ width, height }: ScreenSize, billing: PictureBilling): number {
  const squares = Math.ceil(width / billing.edge) * Math.ceil(height / billing.edge);
  return billing.kind === "patches"
    ? Math.ceil(squares * billing.factor)
    : billing.base + squares * billing.perTile;
}
