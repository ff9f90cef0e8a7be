import * as z from "zod";
import { HealedLine } from "./job-source.ts";

/** Which recorded step, or line of a script, a step of a job does. */
export const RecordedMark = z
  .strictObject({
    step: z.int().min(1),
    /** It does nothing of it yet: what the recorded step needs was not on the screen, which is looked at again. */
    look: z.literal(true).optional(),
    /** A model found the element that the line no longer names. */
    healed: HealedLine.optional(),
  })
  .meta({ id: "RecordedMark" });
export type RecordedMark = z.infer<typeof RecordedMark>;
