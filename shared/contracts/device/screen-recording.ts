import * as z from "zod";
import { JobId, Timestamp } from "../values/ids.ts";

/** How a job's screen is recorded. */
export const RecordRule = z.strictObject({
  /** Of the video. Screens that do not change take far less. */
  bitsPerSecond: z.int().min(100_000).max(8_000_000).default(1_000_000),
});
export type RecordRule = z.infer<typeof RecordRule>;

/** `true`: the default. A device that cannot record does not stop the job: the recording gives the reason. */
export const RecordChoice = z.union([z.boolean(), RecordRule]).meta({ id: "RecordChoice" });
export type RecordChoice = z.infer<typeof RecordChoice>;

/** The resulting rule; null: nothing is recorded. */
export function recordRuleOf(choice: RecordChoice | undefined): RecordRule | null {
  if (choice === undefined || choice === false) return null;
  return choice === true ? RecordRule.parse({}) : choice;
}

/**
 * `gap`: between two parts of the recording · `secret`: from the moment on when a secret may be on the screen · `lost`: a part could
 * not be fetched from the device or joined · `tooLarge`: it had reached its greatest size.
 */
export const MissingReason = z.enum(["gap", "secret", "lost", "tooLarge"]);
export type MissingReason = z.infer<typeof MissingReason>;

/** What of the time of a recording is not in it; the video shows the last picture before it meanwhile. */
export const MissingPiece = z.strictObject({
  fromSeconds: z.number().min(0),
  toSeconds: z.number().min(0),
  reason: MissingReason,
});
export type MissingPiece = z.infer<typeof MissingPiece>;

/** A job's device's screen for as long as one lease had it. A job that was given several devices has several. */
export const ScreenRecording = z
  .strictObject({
    /** Of the lease. */
    epoch: z.int().min(1),
    /** S3 keys of the MP4, of captions and chapters as WebVTT, and of RecordingTimeline as JSON; absent when there is no video. */
    videoKey: z.string().optional(),
    captionsKey: z.string().optional(),
    chaptersKey: z.string().optional(),
    timelineKey: z.string().optional(),
    /** Of its first picture. */
    startedAt: Timestamp,
    seconds: z.number().min(0),
    bytes: z.int().min(0),
    /** Parts that it was joined of. */
    segments: z.int().min(0),
    missing: z.array(MissingPiece).max(50),
    /** Storage had not taken the video when this was written: its host stores it later. */
    pending: z.literal(true).optional(),
    /** RecordingFailed: why there is no video, or not all of it. */
    problem: z.string().max(500).optional(),
  })
  .meta({ id: "ScreenRecording" });
export type ScreenRecording = z.infer<typeof ScreenRecording>;

/** How many of the latest a job keeps. */
export const mostRecordings = 20;

/** When on a recording each step was done, in seconds from its beginning. */
export const RecordingTimeline = z.strictObject({
  schemaVersion: z.literal(1),
  seconds: z.number().min(0),
  steps: z.array(
    z.strictObject({
      /** Of a workflow's recording the part's. */
      jobId: JobId,
      stepNumber: z.int().min(1),
      fromSeconds: z.number().min(0),
      toSeconds: z.number().min(0),
      /** When each of its actions was sent to the device. */
      actsSeconds: z.array(z.number().min(0)),
      words: z.string().max(200),
    }),
  ),
});
export type RecordingTimeline = z.infer<typeof RecordingTimeline>;
