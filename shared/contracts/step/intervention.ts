import * as z from "zod";
import { Coordinate } from "../values/coordinate.ts";
import { Timestamp } from "../values/ids.ts";

/** A step tells of this many; more say nothing new. */
export const mostInterventions = 20;

/**
 * What a person did while a job had the device (docs/spec.md R12): on its own screen, or through the API while the job waited for an
 * answer. `typed` and `key` can only be the latter.
 */
export const Intervention = z
  .strictObject({
    kind: z.enum(["tap", "longPress", "swipe", "multiTouch", "typed", "key"]),
    /** When the first finger came down. */
    at: Timestamp,
    durationMilliseconds: z.int().min(0),
    /** Of the first finger, on the display as it stood then. Absent when the panel did not say where. */
    from: Coordinate.optional(),
    to: Coordinate.optional(),
  })
  .meta({ id: "Intervention" });
export type Intervention = z.infer<typeof Intervention>;
