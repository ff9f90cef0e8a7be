import * as z from "zod";
import { AppFacts, DeviceFacts } from "../device/device-facts.ts";
import { SemanticUITree } from "../protocol/semantic-ui-tree.ts";
import { JobId } from "../values/ids.ts";
import { TurnAnswer } from "../workflow/turn.ts";
import { LimitsLeft, TurnObservation } from "./responses/turn-response.ts";

/** The request to a service with `predict(instruction, observation)`, one POST per turn (docs/agents.md). */
export const AgentServiceRequest = z
  .strictObject({
    schemaVersion: z.literal(1),
    jobId: JobId,
    stepNumber: z.int().min(1),
    instruction: z.string(),
    /** A part that `agent.observation` leaves out, or that could not be had, is not there. */
    observation: z.strictObject({
      screenshot: z
        .strictObject({
          media_type: z.enum(["image/png", "image/webp", "image/jpeg"]),
          base64: z.string(),
        })
        .optional(),
      accessibility_tree: SemanticUITree.optional(),
      tool_result: z
        .strictObject({ tool: z.string(), result: z.string(), error: z.literal(true).optional() })
        .optional(),
      metadata: z
        .strictObject({
          step_count: z.int(),
          limits_left: LimitsLeft,
          background: z.string().optional(),
          system_prompt: z.string().optional(),
          screen: TurnObservation.shape.screen,
          orientation: z.enum(["portrait", "landscape"]).optional(),
          apps: z.array(AppFacts).optional(),
          device: DeviceFacts.optional(),
          app: z.string(),
          activity: z.string(),
          keyboard_shown: z.boolean(),
          flags: z.array(z.string()),
          last: TurnObservation.shape.last,
          notes: z.array(z.string()),
          feedback: z.string().optional(),
        })
        .optional(),
    }),
    /** Names of the actions that may be chosen. */
    actions: z.array(z.string()),
    /** Why the answer before could not be used: the same turn again. */
    problem: z.string().optional(),
  })
  .meta({ id: "AgentServiceRequest" });
export type AgentServiceRequest = z.infer<typeof AgentServiceRequest>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A single action may be given as `action`. Other fields are ignored. */
export const AgentServiceAnswer = z.preprocess(
  (value) => (isRecord(value) && isRecord(value.action) ? { ...value, actions: [value.action] } : value),
  z.object(TurnAnswer.shape),
);
