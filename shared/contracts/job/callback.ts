import * as z from "zod";
import type { TurnId } from "../values/ids.ts";

/** Names what a job waits for within it: a question's id, the job's checks, what the other roles of its task do, or the end of a pause. */
export const CallbackId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);
export type CallbackId = z.infer<typeof CallbackId>;

/** The wait for a turn of an outside agent. */
export const turnCallback = (turnId: TurnId): CallbackId => `turn-${turnId.toLowerCase()}`;
export const isTurnCallback = (callbackId: CallbackId): boolean => callbackId.startsWith("turn-");

export const checksCallback: CallbackId = "checks";
/** A job that was paused waits to be continued. */
export const pauseCallback: CallbackId = "pause";
/** A session whose device is lost waits to be told to continue with another. */
export const lostCallback: CallbackId = "lost";

/**
 * Kept apart from everything that a host or a link can reach: whoever holds the token can end the wait with any answer.
 */
export const StoredCallback = z.strictObject({
  schemaVersion: z.literal(1),
  taskToken: z.string().min(1).max(2_048),
});
export type StoredCallback = z.infer<typeof StoredCallback>;

/** What the waiting state is answered with. What was said is in the table. */
export const CallbackAnswer = z.strictObject({
  /** Nobody wants an answer any more. */
  cancelled: z.boolean(),
});
export type CallbackAnswer = z.infer<typeof CallbackAnswer>;
