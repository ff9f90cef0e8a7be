import * as z from "zod";
import { DeviceId, JobId } from "../../values/ids.ts";

/** What blocks a device for waiting jobs. Some entries name a job: readers belong to its tenant. */
export const HolderKind = z.enum([
  "job",
  /** Its job waits for a person's answer, yes, checks, for the other roles, or to be resumed. */
  "answer",
  "approval",
  "checks",
  "roles",
  "resume",
  /** Its job waits for its model. */
  "model",
  /** A person acts in its job. */
  "human",
  "session",
  /** Its job has ended: its recordings are being stored and the device released. */
  "ended",
  /** No job has it. */
  "cleaning",
  "away",
]);
export type HolderKind = z.infer<typeof HolderKind>;

export const QueueHolder = z
  .strictObject({
    deviceId: DeviceId,
    kind: HolderKind,
    jobId: JobId.optional(),
    /** One sentence for people, with what frees the device. */
    words: z.string().max(800),
  })
  .meta({ id: "QueueHolder" });
export type QueueHolder = z.infer<typeof QueueHolder>;

/** The recent position of a queued job. */
export const JobQueue = z
  .strictObject({
    /** How many jobs of the tenant are ahead of it in the queue of its pool or its device. */
    ahead: z.int().min(0),
    /** There are more than were counted. */
    isAtLeast: z.boolean(),
    /** Each device that it could take; empty when one is free. */
    heldBy: z.array(QueueHolder).max(100),
  })
  .meta({ id: "JobQueue" });
export type JobQueue = z.infer<typeof JobQueue>;
