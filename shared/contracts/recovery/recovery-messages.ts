import * as z from "zod";
import { JsonValue } from "../values/json-value.ts";

/** What a step of a recovery plan can be told to do; `look` does nothing but see whether `expected` is there. */
export const RecoveryAction = z.enum([
  "locate_and_click",
  "locate_and_long_click",
  "locate_and_type",
  "scroll_to",
  "press_back",
  "press_home",
  "open_app",
  "wait",
  "look",
]);
export type RecoveryAction = z.infer<typeof RecoveryAction>;

/** DynamoDB's limit is 400 KB an item, and a recovery with all its messages is one. */
const longestParameters = 600;

export const RecoveryParameters = z
  .object({
    /** For `locate_and_type`. */
    text: z.string().max(300).optional(),
    /** For `wait`. */
    seconds: z.number().min(0).max(60).optional(),
    /** What is to be on the screen afterwards: a label, or an app in front. */
    expected: z.string().max(200).optional(),
  })
  .catchall(JsonValue)
  .refine((parameters) => JSON.stringify(parameters).length <= longestParameters, {
    error: `are longer than ${longestParameters} characters`,
  })
  .meta({ id: "RecoveryParameters" });
export type RecoveryParameters = z.infer<typeof RecoveryParameters>;

/** One way to do a step. */
export const RecoveryOption = z.strictObject({
  action: RecoveryAction,
  /** What it is done to, as a person would call it: "OK button"; the app for `open_app`; empty where there is nothing. */
  target: z.string().max(200).default(""),
  parameters: RecoveryParameters.default({}),
});
export type RecoveryOption = z.infer<typeof RecoveryOption>;

export const PlannedStep = RecoveryOption.extend({
  step_id: z.int().min(1),
  /** Tried in this order before the step is given up as undoable. */
  fallback_options: z.array(RecoveryOption).max(3).default([]),
}).meta({ id: "PlannedStep" });
export type PlannedStep = z.infer<typeof PlannedStep>;

export const mostPlannedSteps = 8;

/** Planner to actor. Field names of all three messages are the protocol's (docs/spec.md E4). */
export const ExecutePlan = z.strictObject({
  message_type: z.literal("execute_plan"),
  plan_id: z.string().max(60),
  steps: z.array(PlannedStep).min(1).max(mostPlannedSteps),
  context: z.string().max(1_000),
});
export type ExecutePlan = z.infer<typeof ExecutePlan>;

export const ReportedStatus = z.enum(["success", "failure", "undoable"]);
export const NextAction = z.enum(["continue", "replan", "abort"]);

/** Actor to planner. */
export const StepReport = z.strictObject({
  message_type: z.literal("step_report"),
  plan_id: z.string().max(60),
  step_id: z.int().min(1),
  status: ReportedStatus,
  details: z.string().max(500),
  /** Stored: the key of the picture. Answered by the API: the picture (PNG, JPEG or WebP) in base64. Empty when there is none. */
  screenshot: z.string(),
  next_action: NextAction,
});
export type StepReport = z.infer<typeof StepReport>;

/** Actor to planner: the plan cannot be done as it is. */
export const ReplanRequest = z.strictObject({
  message_type: z.literal("replan_request"),
  plan_id: z.string().max(60),
  failed_step: z.int().min(1),
  failure_reason: z.string().max(500),
  /** As `screenshot` of a report. */
  current_state: z.string(),
  suggested_alternatives: z.array(z.string().max(200)).max(5),
  attempts_made: z.int().min(0),
});
export type ReplanRequest = z.infer<typeof ReplanRequest>;

export const RecoveryMessage = z
  .discriminatedUnion("message_type", [ExecutePlan, StepReport, ReplanRequest])
  .meta({ id: "RecoveryMessage" });
export type RecoveryMessage = z.infer<typeof RecoveryMessage>;
