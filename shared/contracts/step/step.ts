import * as z from "zod";
import { ModelUsage } from "../agent/model-settings.ts";
import { Observation } from "../device/observation.ts";
import { SnapshotId } from "../device/snapshot.ts";
import { ErrorId, JobId, TenantId, Timestamp } from "../values/ids.ts";
import { ChainProposal, Consensus } from "./consensus.ts";
import { Intervention, mostInterventions } from "./intervention.ts";
import { mostToldAtOnce, UserMessage } from "./message.ts";
import { RecordedMark } from "./recorded-mark.ts";
import { CompletionCheck, ProgressCheck, ToolResult, Verification } from "./step-findings.ts";
import { StoredAction } from "./stored-action.ts";
import { UnusedReply } from "./unused-reply.ts";

/** Milliseconds. */
export const StepTimings = z
  .strictObject({
    /** From the turn's beginning to its choice, inference within it: reading what there is, writing the prompt. */
    turnMilliseconds: z.number().default(0),
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
    /** Comparing the screen after it with the one before. */
    verifyMilliseconds: z.number().default(0),
  })
  .meta({ id: "StepTimings" });
export type StepTimings = z.infer<typeof StepTimings>;

export const ActionOutcome = z
  .strictObject({
    ok: z.boolean(),
    /** Whether the device felt it: unknown after a lost connection (docs/faults.md, point 3). */
    effect: z.enum(["done", "none", "indeterminate"]),
    /** For the model: what went wrong, in its terms. */
    message: z.string().max(1_000).optional(),
    errorCode: z.string().max(60).optional(),
    retries: z.int().min(0),
  })
  .meta({ id: "ActionOutcome" });
export type ActionOutcome = z.infer<typeof ActionOutcome>;

/** Whether the model was shown the picture, and why or why not. */
export const PictureDecision = z
  .strictObject({
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
  })
  .meta({ id: "PictureDecision" });
export type PictureDecision = z.infer<typeof PictureDecision>;

/** Another model said where, because what the agent said could not be used or was not sure (docs/spec.md I9.1). */
export const GroundedBy = z
  .strictObject({
    model: z.string(),
    reason: z.enum(["unknownElement", "outOfRange", "noTarget", "lowConfidence"]),
    /** What it was asked for. */
    description: z.string().max(1_000),
    /** Of its calls; `usage` of the step is the agent's alone. */
    usage: ModelUsage,
  })
  .meta({ id: "GroundedBy" });
export type GroundedBy = z.infer<typeof GroundedBy>;

/** A model may do so many things in one turn. */
export const mostActions = 5;

/** One of the things that a turn does, in order. */
export const StepAction = z
  .strictObject({
    /** What the model chose, as it gave it. */
    action: StoredAction,
    /** What the host did, or was told to do as long as it has not; absent for what no device has a part in, such as FINISH. */
    deviceAction: StoredAction.optional(),
    /** The element meant, as the model saw it. */
    element: z.string().max(300).optional(),
    /** Absent until it is known, and for what no device has a part in. */
    outcome: ActionOutcome.optional(),
  })
  .meta({ id: "StepAction" });
export type StepAction = z.infer<typeof StepAction>;

/** Who chose what a step does: the agent's model, a rule, a record, an outside agent, or a person. */
export const ChosenBy = z.enum([
  "model",
  "retry",
  "unstick",
  "look",
  "replay",
  "script",
  "recovery",
  "person",
  "external",
  "human",
  "session",
]);
export type ChosenBy = z.infer<typeof ChosenBy>;

/** A step that the job's policy lets nobody do without a person's yes. */
export const StepApproval = z
  .strictObject({
    /** What of the policy asks for it. */
    because: z.array(z.string().max(200)).max(10),
    /** Absent: it is waited for. `expired`: nobody answered; `stale`: it was a yes, and the screen another one by then. */
    decision: z.enum(["yes", "no", "expired", "stale"]).optional(),
    /** Of a no. */
    reason: z.string().max(4_000).optional(),
    /** Who answered, as he calls himself. */
    by: z.string().max(100).optional(),
    /** The look after the answer. */
    lookedAt: Timestamp.optional(),
  })
  .meta({ id: "StepApproval" });
export type StepApproval = z.infer<typeof StepApproval>;

/** One turn of the agent loop: written by PredictAction, completed by the host; the next turn stores what VerifyStep found. */
export const Step = z.strictObject({
  schemaVersion: z.literal(2),
  tenantId: TenantId,
  jobId: JobId,
  stepNumber: z.int().min(1),
  predictedAt: Timestamp,
  /** The one that chose the action. */
  model: z.string(),
  /** The one that was to choose it, but was overloaded, out of reach or would not. */
  fallbackFrom: z.string().optional(),
  /** The agent's note: what it said beside its actions, or in them. The next turns see it. */
  thinking: z.string().max(20_000),
  /** What its model reasoned before it answered, as far as the service tells; steps of before have it at the beginning of `thinking`. */
  reasoning: z.string().max(20_000).optional(),
  /** In the order in which they are done; the first that goes wrong is the last that is tried. */
  actions: z.array(StepAction).min(1).max(mostActions),
  before: Observation,
  /** Absent on steps stored before it was kept. */
  picture: PictureDecision.optional(),
  usage: ModelUsage,
  /** Model calls beyond the first, because a reply could not be used. */
  repairs: z.int().min(0),
  /** What agents of the config's chain added to the observation, and who chose in place of the model. */
  chain: z
    .strictObject({
      notes: z.array(z.string().max(300)).max(20),
      overriddenBy: z.string().max(40).optional(),
      /** Whose word it was that nothing is done. */
      vetoedBy: z.string().max(40).optional(),
      /** By which rule it was settled, when agents after the choice were asked, and what each was for. */
      rule: Consensus.optional(),
      proposals: z.array(ChainProposal).max(21).optional(),
    })
    .meta({ id: "ChainNotes" })
    .optional(),
  groundedBy: GroundedBy.optional(),
  chosenBy: ChosenBy.default("model"),
  /** The step whose actions this one does again, on the screen as it is now. */
  retryOf: z.int().min(1).optional(),
  /** Of a step that is done again from a record: which one of it. */
  recorded: RecordedMark.optional(),
  /** The recovery that this step belongs to. */
  recoveryId: z.string().max(60).optional(),
  /** The plan whose guidance this turn was told. */
  guidance: z.int().min(1).optional(),
  approval: StepApproval.optional(),
  /** What its user said that was told with this turn for the first time. */
  messages: z.array(UserMessage).max(mostToldAtOnce).optional(),
  /** What the agent expects to see after it, in its own words. */
  expect: z.string().max(500).optional(),
  /** Replies of this turn that brought no action, and why. */
  unusedReplies: z.array(UnusedReply).max(5).optional(),
  performedAt: Timestamp.optional(),
  /** Of the turn as a whole: done only when each of its actions is. */
  outcome: ActionOutcome.optional(),
  after: Observation.optional(),
  /** What a person did on the screen since the step before was seen, up to the look that ended this one. */
  interventions: z.array(Intervention).max(mostInterventions).optional(),
  timings: StepTimings.prefault({}),
  /** The device as it was then. */
  snapshotId: SnapshotId.optional(),
  verifiedAt: Timestamp.optional(),
  screenChanged: z.boolean().optional(),
  verification: Verification.optional(),
  progressCheck: ProgressCheck.optional(),
  completionCheck: CompletionCheck.optional(),
  toolResult: ToolResult.optional(),
  /** What the next prompt says of this step. */
  feedback: z.string().max(2_000).optional(),
  errorId: ErrorId.optional(),
});
export type Step = z.infer<typeof Step>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A step as an earlier version stored it, one action a turn, in the form of this one. */
export function latestStepForm(stored: unknown): unknown {
  if (!isRecord(stored) || stored.schemaVersion !== 1) return stored;
  const { action, deviceAction, element, ...rest } = stored;
  const { outcome } = rest;
  const parts = { action, deviceAction, element, outcome: deviceAction === undefined ? undefined : outcome };
  const known = Object.entries(parts).filter(([, part]) => part !== undefined);
  return { ...rest, schemaVersion: 2, actions: [Object.fromEntries(known)] };
}

/** A step of any version that was ever stored. */
export const StoredStep = z.preprocess(latestStepForm, Step);
