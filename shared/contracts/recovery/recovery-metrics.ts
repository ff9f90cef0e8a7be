import * as z from "zod";
import { RecoveryOutcome } from "./recovery.ts";

const count = z.int().min(0);
/** Null: a share of nothing. */
const share = z.number().min(0).nullable();

/** How well recoveries do (docs/spec.md E7), of one or of many. */
export const RecoveryMetrics = z.strictObject({
  /** That have ended. */
  recoveries: count,
  outcomes: z.record(RecoveryOutcome, count),
  /** Recovered of all that ended. */
  successRate: share,
  /** Of those that recovered. */
  averageMilliseconds: share,
  /** New plans after the first, together and of each. */
  replans: count,
  averageReplans: share,
  /** Right uses of all uses: of the four tools together, and of each. */
  toolAccuracy: z
    .strictObject({
      all: share,
      locator: share,
      executor: share,
      validator: share,
      screenshot: share,
    })
    .meta({ id: "ToolAccuracy" }),
  /** Planned steps that succeeded of the tries that all steps took. */
  stepEfficiency: share,
});
export type RecoveryMetrics = z.infer<typeof RecoveryMetrics>;
