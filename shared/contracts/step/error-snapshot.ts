import * as z from "zod";
import { FailedCheck } from "../judging/failed-check.ts";
import { DeviceId, ErrorId, HostId, JobId, TenantId, Timestamp } from "../values/ids.ts";
import { UnusedReply } from "./unused-reply.ts";

/** `d1`: a difference hash of 64 bits (shared/screen/picture-hash.ts); of another kind another name, never compared with it. */
export const PictureHash = z.string().regex(/^d1:[0-9a-f]{16}$/);
export type PictureHash = z.infer<typeof PictureHash>;

/** What was on the screen, and what was being tried, when something failed (docs/spec.md I5.4). */
export const ErrorSnapshot = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  errorId: ErrorId,
  jobId: JobId,
  capturedAt: Timestamp,
  /** Class name of the error; Step Functions matches on it. */
  name: z.string().max(80),
  code: z.string().max(80),
  message: z.string().max(2_000),
  advice: z.array(z.string().max(500)).max(10),
  /** The original error behind it, as text. */
  cause: z.string().max(2_000).optional(),
  retryable: z.boolean(),
  stepNumber: z.int().min(0),
  /** Name of the state that failed. */
  stateName: z.string().max(80),
  /** The action being attempted, as JSON text. */
  attemptedAction: z.string().max(8_000).optional(),
  /** Of `CheckFailed`: a check that the job failed by. No DroverError: the farm worked. */
  check: FailedCheck.optional(),
  /** What the models said that brought no action. */
  unusedReplies: z.array(UnusedReply).max(5).optional(),
  deviceId: DeviceId.optional(),
  hostId: HostId.optional(),
  /** The package in front, or the one that crashed. */
  app: z.string().max(300).optional(),
  /** Of an app that crashed or did not respond: what the device's log says of it, as lines. Hostile text. */
  log: z.string().max(6_000).optional(),
  /** Of the picture, where whoever stored it had the pixels. */
  pictureHash: PictureHash.optional(),
  screenshotKey: z.string().nullable(),
  hierarchyKey: z.string().nullable(),
  /** Why there is no screenshot. */
  screenshotMissing: z.string().max(300).optional(),
});
export type ErrorSnapshot = z.infer<typeof ErrorSnapshot>;
