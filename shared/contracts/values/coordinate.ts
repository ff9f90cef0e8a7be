import * as z from "zod";

/** Normalised position: [0, 0] is the top left pixel, [1, 1] the bottom right one (docs/spec.md I2.1). */
export const Coordinate = z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)]);
export type Coordinate = z.infer<typeof Coordinate>;

/** Pixels of the display as it stands now, rotation included. */
export const ScreenSize = z.strictObject({
  width: z.int().min(1).max(16_384),
  height: z.int().min(1).max(16_384),
});
export type ScreenSize = z.infer<typeof ScreenSize>;
