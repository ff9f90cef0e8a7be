import * as z from "zod";
import { Bounds } from "../protocol/semantic-ui-tree.ts";
import { SafeText } from "../values/safe-text.ts";

/** Of two apps that share the screen: the one on top or to the left, or the other. */
export const SplitWindow = z.enum(["first", "second"]);
export type SplitWindow = z.infer<typeof SplitWindow>;

const app = SafeText.trim().min(1).max(223);

/** By label or package; two different ones. */
export const SplitApps = z.strictObject({ first: app, second: app });
export type SplitApps = z.infer<typeof SplitApps>;

/** Where an app is on the display, in pixels. */
export const SplitArea = z.strictObject({ package: z.string(), bounds: Bounds });
export type SplitArea = z.infer<typeof SplitArea>;

export const SplitAreas = z.strictObject({ first: SplitArea, second: SplitArea });
export type SplitAreas = z.infer<typeof SplitAreas>;
