import type * as z from "zod";
import { SafeText } from "../values/safe-text.ts";

/** The name of a message, by which a role can wait for it. */
export const BoardKey = SafeText.trim().min(1).max(60);
export type BoardKey = z.infer<typeof BoardKey>;
export const BoardText = SafeText.trim().min(1).max(1_000);
