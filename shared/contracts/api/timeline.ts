import * as z from "zod";
import { DeviceId, ErrorId, HostId, JobId, Timestamp } from "../values/ids.ts";

/**
 * - `queue`: until its first device · `prepare`: setting the device up, or reading and writing a turn's prompt
 * - `inference`: the model · `act`: on the device · `settle`: until the screen has settled, and looking at it
 * - `upload`: storing what was seen · `verify`: comparing screens · `wait`: for a model service, a person or a check
 * - `finish`: judging, cleaning, writing the end · `orchestration`: what is left, queues and states between
 */
export const TimelineKind = z.enum([
  "queue",
  "prepare",
  "inference",
  "act",
  "settle",
  "upload",
  "verify",
  "orchestration",
  "wait",
  "finish",
]);
export type TimelineKind = z.infer<typeof TimelineKind>;

export const TimelinePart = z.object({
  kind: TimelineKind,
  from: Timestamp,
  to: Timestamp,
  milliseconds: z.int().min(1),
  step: z.int().min(1).optional(),
});
export type TimelinePart = z.infer<typeof TimelinePart>;

/** What the farm did with the job, and what happened to it. */
export const TimelineEvent = z.object({
  at: Timestamp,
  kind: z.enum([
    "leaseGranted",
    "leaseLost",
    "leaseEnded",
    "otherDevice",
    "heartbeatGap",
    "retry",
    "recovery",
    "error",
  ]),
  /** One sentence; of devices and models, and so hostile. */
  text: z.string(),
  step: z.int().min(0).optional(),
  deviceId: DeviceId.optional(),
  hostId: HostId.optional(),
  errorId: ErrorId.optional(),
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;

export const JobTimeline = z.object({
  jobId: JobId,
  from: Timestamp,
  /** Its end, or now. */
  to: Timestamp,
  /** From one to the other: the parts' sum. */
  wallMilliseconds: z.int().min(0),
  /** In order, each beginning where the one before ends. */
  parts: z.array(TimelinePart),
  totals: z.record(TimelineKind, z.int().min(0)),
  /** In order. */
  events: z.array(TimelineEvent),
});
export type JobTimeline = z.infer<typeof JobTimeline>;
