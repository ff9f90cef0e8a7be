import * as z from "zod";
import { ErrorId, JobId, TenantId, Timestamp } from "./ids.ts";
import { ModelUsage } from "./model-settings.ts";
import { Observation } from "./observation.ts";
import { StoredAction } from "./stored-action.ts";
import { UnusedReply } from "./unused-reply.ts";

/** Milliseconds. */
export const StepTimings = z.strictObject({
  inferenceMilliseconds: z.number().default(0),
  executionMilliseconds: z.number().default(0),
  settleMilliseconds: z.number().default(0),
  screenshotMilliseconds: z.number().default(0),
  treeMilliseconds: z.number().default(0),
  /** Reading text out of the picture. */
  ocrMilliseconds: z.number().default(0),
  /** Wall time from the first to the last byte exchanged with the device: the parts above overlap, this one does not. */
  deviceMilliseconds: z.number().default(0),
  /** Storing the screen that the step began from. */
  uploadMilliseconds: z.number().default(0),
});
export type StepTimings = z.infer<typeof StepTimings>;

export const ActionOutcome = z.strictObject({
  ok: z.boolean(),
  /** Whether the device felt it: unknown after a lost connection (docs/faults.md, point 3). */
  effect: z.enum(["done", "none", "indeterminate"]),
  /** For the model: what went wrong, in its terms. */
  message: z.string().max(1_000).optional(),
  errorCode: z.string().max(60).optional(),
  retries: z.int().min(0),
});
export type ActionOutcome = z.infer<typeof ActionOutcome>;

/** Whether the model was shown the picture, and why or why not. */
export const PictureDecision = z.strictObject({
  sent: z.boolean(),
  reason: z.enum([
    "always",
    "treeHidden",
    "noTree",
    "poorTree",
    "unlabelled",
    "covered",
    "lastStepMissed",
    "readable",
    "never",
    "unavailable",
  ]),
});
export type PictureDecision = z.infer<typeof PictureDecision>;

/** One turn of the agent loop: written by PredictAction, completed by the host, closed by VerifyStep. */
export const Step = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  stepNumber: z.int().min(1),
  predictedAt: Timestamp,
  model: z.string(),
  thinking: z.string().max(20_000),
  /** What the model chose, as it gave it. */
  action: StoredAction,
  /** What the host was told to do; absent for FINISH. */
  deviceAction: StoredAction.optional(),
  /** The element meant, as the model saw it. */
  element: z.string().max(300).optional(),
  before: Observation,
  /** Absent on steps stored before it was kept. */
  picture: PictureDecision.optional(),
  usage: ModelUsage,
  /** Model calls beyond the first, because a reply could not be used. */
  repairs: z.int().min(0),
  /** Replies of this turn that brought no action, and why. */
  unusedReplies: z.array(UnusedReply).max(5).optional(),
  performedAt: Timestamp.optional(),
  outcome: ActionOutcome.optional(),
  after: Observation.optional(),
  timings: StepTimings.prefault({}),
  verifiedAt: Timestamp.optional(),
  screenChanged: z.boolean().optional(),
  /** What the next prompt says of this step. */
  feedback: z.string().max(2_000).optional(),
  errorId: ErrorId.optional(),
});
export type Step = z.infer<typeof Step>;
