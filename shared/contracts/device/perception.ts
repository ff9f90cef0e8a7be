import * as z from "zod";

/** How a job's agent is shown the screen. */
export const Perception = z
  .strictObject({
    /** The screen as structured elements (docs/spec.md I4.2). With `never` no word of it reaches the model; it is stored all the same. */
    tree: z.enum(["always", "never"]).default("always"),
    /** `auto`: only where the elements alone may not do. A model that cannot see gets none. */
    picture: z.enum(["never", "auto", "always"]).default("auto"),
    /** Reading text out of the picture; `auto`: where the elements say too little (docs/spec.md R7). */
    ocr: z.enum(["never", "auto", "always"]).default("auto"),
    /** The elements' ids are drawn on the model's picture. */
    marks: z.boolean().default(false),
    /** Whether the prompt has step count, limit and time (docs/spec.md I4.4). */
    metadata: z.boolean().default(true),
  })
  .refine(({ tree, picture }) => tree === "always" || picture !== "never", {
    path: ["picture"],
    message: "must not be never when tree is never: the agent would see nothing",
  })
  .meta({ id: "Perception" });
export type Perception = z.infer<typeof Perception>;

const pixels = z.int().min(64).max(10_000);

/** How the host is to make the model's picture: never larger than the model takes. */
export const ModelPictureOrder = z.strictObject({
  longEdge: pixels,
  shortEdge: pixels.optional(),
  maxPixels: z.int().min(4_096).max(100_000_000).optional(),
  /** Of the JPEG, percent, for a screen that needs it; a screen that is easy to read gets less. */
  quality: z.int().min(1).max(100),
  marks: z.boolean(),
  /** The model gets no elements beside it. */
  alone: z.boolean(),
});
export type ModelPictureOrder = z.infer<typeof ModelPictureOrder>;
