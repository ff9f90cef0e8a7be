import * as z from "zod";
import { LinkedApp } from "./app-source.ts";
import { SafeText } from "./safe-text.ts";
import { DevicePath } from "./session-call.ts";

/** What a job's device has before its agent sees it, beside being clean (docs/snapshots.md#groups-of-attempts). Cleaning takes all of it away. */
export const Preparation = z.strictObject({
  /** Installed in this order. */
  apps: z.array(LinkedApp).max(5).default([]),
  /** Written under /sdcard. */
  files: z
    .array(z.strictObject({ path: DevicePath, text: SafeText.max(20_000) }))
    .max(20)
    .default([]),
});
export type Preparation = z.infer<typeof Preparation>;
