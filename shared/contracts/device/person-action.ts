import * as z from "zod";
import { JobId, Timestamp } from "../values/ids.ts";

/** A person's action on a device through the API (docs/spec.md R12, R14), stored apart from agents' actions. */
export const PersonAction = z.strictObject({
  at: Timestamp,
  /** As `POST /v1/device/{id}/execute` names it. */
  action: z.string().max(40),
  /** The element that was meant, as it was labelled; or the direction, or the key. */
  target: z.string().max(300).optional(),
  /** The length of the typed text. The text is not stored, because it may be a secret. */
  characters: z.int().min(1).optional(),
  ok: z.boolean(),
  error: z.string().max(300).optional(),
  /** The job that held the device and waited for an answer; absent: the device was free. */
  jobId: JobId.optional(),
});
export type PersonAction = z.infer<typeof PersonAction>;
