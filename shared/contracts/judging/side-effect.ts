import * as z from "zod";

/** A change of the device that neither the job's validators nor its `changes.allow` explain. What it quotes is hostile text. */
export const SideEffect = z
  .strictObject({
    kind: z.enum(["setting", "row", "file", "app"]),
    change: z.enum(["added", "removed", "changed"]),
    /** What patterns are compared with: `setting:system/font_scale`, `content://sms#12`, `/sdcard/a.txt`, `app:com.x`. */
    where: z.string().max(500),
    /** null: it was not there. */
    before: z.string().max(300).nullable(),
    /** null: it is not there any more. */
    after: z.string().max(300).nullable(),
    /** The same as a sentence. */
    text: z.string().max(700),
  })
  .meta({ id: "SideEffect" });
export type SideEffect = z.infer<typeof SideEffect>;
