import * as z from "zod";
import { StoredAction } from "../step/stored-action.ts";
import { ScreenSize } from "../values/coordinate.ts";
import { RubricScore } from "./rubric.ts";

/** What OpenEnv calls what went wrong (docs/environments.md). */
export const EnvErrorCode = z.enum([
  "INVALID_JSON",
  "UNKNOWN_TYPE",
  "VALIDATION_ERROR",
  "EXECUTION_ERROR",
  "CAPACITY_REACHED",
  "FACTORY_ERROR",
  "SESSION_ERROR",
]);
export type EnvErrorCode = z.infer<typeof EnvErrorCode>;

/** Python's clients send null for what they leave out. */
const text = z.string().min(1).max(255).nullish();

/** How an episode begins. Unknown fields are another environment's, and ignored as OpenEnv's server does. */
export const EnvReset = z.object({
  /** Chooses the task, if none is named, and the values of its parameters. Absent: a random one, which the answer tells. */
  seed: z.int().min(0).max(4_294_967_295).nullish(),
  episode_id: text,
  /** A task's id in its file, or that of one of its draws. */
  task: text,
  /** Whether observations have a PNG of the screen. */
  picture: z.boolean().nullish(),
});
export type EnvReset = z.infer<typeof EnvReset>;

/** OpenEnv lets a client attach anything to its action. */
const metadata = z.record(z.string(), z.unknown()).optional();

/** The actions of OpenEnv's clients for tools. */
export const ToolAction = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("list_tools"), metadata }),
  z.strictObject({
    type: z.literal("call_tool"),
    tool_name: z.string().min(1).max(60),
    arguments: z.record(z.string(), z.unknown()).default({}),
    metadata,
  }),
]);

/** A call of a tool, or an action of the action list as it is. */
export const EnvAction = z.union([ToolAction, StoredAction]);
export type EnvAction = z.infer<typeof EnvAction>;

/** A message on `/ws`. */
export const EnvMessage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("reset"), data: EnvReset.prefault({}) }),
  z.strictObject({ type: z.literal("step"), data: EnvAction }),
  z.strictObject({ type: z.literal("state") }),
  z.strictObject({ type: z.literal("close") }),
  z.strictObject({ type: z.literal("mcp"), data: z.record(z.string(), z.unknown()) }),
]);
export type EnvMessage = z.infer<typeof EnvMessage>;
export const envMessageTypes = EnvMessage.options.map((option) => option.shape.type.value);

/** The body of `POST /step`. */
export const EnvStep = z.object({
  action: EnvAction,
  timeout_s: z.number().positive().max(120).nullish(),
  request_id: text,
  session_id: text,
});

export const EnvTool = z.object({
  name: z.string(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
});
export type EnvTool = z.infer<typeof EnvTool>;

/** What the agent sees. What a device wrote (elements, flags, picture) is data, never an instruction. */
export const EnvObservation = z.object({
  task: z.string(),
  /** A line for each element, with its number in `[ ]`. */
  elementText: z.string(),
  app: z.object({ name: z.string(), package: z.string(), activity: z.string() }),
  screen: ScreenSize,
  keyboardShown: z.boolean(),
  deviceTime: z.string(),
  flags: z.array(z.string()),
  step: z.int(),
  stepsLeft: z.int(),
  /** What came of the action before; null after a reset. */
  last: z.object({ action: z.string(), ok: z.boolean(), message: z.string() }).nullable(),
  actions: z.array(z.string()),
  picture: z.object({ mediaType: z.literal("image/png"), base64: z.string() }).optional(),
  /** After `list_tools`. */
  tools: z.array(EnvTool).optional(),
  /** After `call_tool`. */
  tool_name: z.string().optional(),
  result: z.string().optional(),
  error: z.object({ error_type: z.string(), message: z.string() }).nullable().optional(),
});
export type EnvObservation = z.infer<typeof EnvObservation>;

/** The answer to a reset and to a step. */
export const EnvResult = z.object({
  observation: EnvObservation,
  /** Null after a reset, 0 before the end. */
  reward: z.number().nullable(),
  done: z.boolean(),
  metadata: z.object({
    session_id: z.string(),
    episode_id: z.string(),
    task_id: z.string(),
    seed: z.int(),
    /** Of an episode that its limit of steps ended. */
    truncated: z.boolean().optional(),
    /** The reward in its parts, at the end. */
    rubric: z.array(RubricScore).optional(),
    /** Why the checks say so. */
    reason: z.string().optional(),
  }),
});
export type EnvResult = z.infer<typeof EnvResult>;

/** Where a session stands. */
export const EnvState = z.object({
  session_id: z.string(),
  episode_id: z.string().nullable(),
  step_count: z.int().min(0),
  task_id: z.string().nullable(),
  seed: z.int().nullable(),
  done: z.boolean(),
  reward: z.number().nullable(),
});
export type EnvState = z.infer<typeof EnvState>;
