import * as z from "zod";

/** RFC 9457. `code` is the catalogue's; `errors` names each field that is wrong. */
export const Problem = z.object({
  type: z.url(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  instance: z.string().optional(),
  code: z.string(),
  advice: z.array(z.string()).default([]),
  errors: z
    .array(
      z.strictObject({
        /** Path of the field, for example `limits.maxSteps`. */
        field: z.string(),
        /** What was sent, cut to 100 characters. */
        value: z.string().optional(),
        message: z.string(),
      }),
    )
    .optional(),
});
export type Problem = z.infer<typeof Problem>;
