import * as z from "zod";
import { PackageName } from "../values/package-name.ts";
import { SafeText } from "../values/safe-text.ts";

/**
 * Names changes by where they are, `*` for any characters: `setting:system/volume_*`, `/sdcard/DCIM/*`, `app:*`,
 * `content://call_log/*` (docs/judging.md).
 */
export const ChangePattern = SafeText.min(1).max(200);
export type ChangePattern = z.infer<typeof ChangePattern>;
const patterns = z.array(ChangePattern).max(50);

/** What a job may change beside what its validators name. */
export const Changes = z
  .strictObject({
    /** These are no side effects. */
    allow: patterns.default([]),
    /** Side effects that fail the job: any, none, or these. */
    forbid: z.union([z.enum(["any", "none"]), patterns]).default("none"),
    /** Apps whose databases are compared too, where the device lets them be read. */
    watch: z.array(PackageName).max(10).default([]),
  })
  .meta({ id: "Changes" });
export type Changes = z.infer<typeof Changes>;
