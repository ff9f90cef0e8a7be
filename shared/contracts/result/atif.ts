import * as z from "zod";
import { JsonValue } from "../values/json-value.ts";

/**
 * The Agent Trajectory Interchange Format, version 1.7 (Harbor's RFC 0001), as docs/atif-1.7.schema.json has it. Files of versions
 * before are the same with less. Fields that a file has beyond it are refused, as Harbor's own validator does.
 */
export const atifVersion = "ATIF-v1.7";

const extra = z.record(z.string(), JsonValue).optional();
const name = z.string().min(1);
const count = z.int().min(0);

const AtifImage = z.strictObject({
  media_type: z.enum(["image/jpeg", "image/png", "image/gif", "image/webp"]),
  /** A file beside the trajectory, or an address. */
  path: name,
});

const AtifPart = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string() }),
  z.strictObject({ type: z.literal("image"), source: AtifImage }),
]);
export type AtifPart = z.infer<typeof AtifPart>;

const AtifContent = z.union([z.string(), z.array(AtifPart)]);
export type AtifContent = z.infer<typeof AtifContent>;

const AtifToolCall = z.strictObject({
  tool_call_id: name,
  function_name: name,
  arguments: z.record(z.string(), JsonValue),
  extra,
});

const SubagentRef = z
  .strictObject({
    trajectory_id: name.nullish(),
    trajectory_path: name.nullish(),
    /** Informational: it finds nothing. */
    session_id: name.nullish(),
    extra,
  })
  .refine((ref) => Boolean(ref.trajectory_id ?? ref.trajectory_path), {
    error: "must have a trajectory_id or a trajectory_path",
  });

const AtifResult = z.strictObject({
  source_call_id: name.nullish(),
  content: AtifContent.nullish(),
  subagent_trajectory_ref: z.array(SubagentRef).nullish(),
  extra,
});
export type AtifResult = z.infer<typeof AtifResult>;

const AtifMetrics = z.strictObject({
  prompt_tokens: count.optional(),
  completion_tokens: count.optional(),
  cached_tokens: count.optional(),
  cost_usd: z.number().min(0).optional(),
  prompt_token_ids: z.array(z.int()).optional(),
  completion_token_ids: z.array(z.int()).optional(),
  logprobs: z.array(z.number()).optional(),
  extra,
});

const ofAgents = ["model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics"] as const;

export const AtifStep = z
  .strictObject({
    step_id: z.int().min(1),
    timestamp: z.iso.datetime({ offset: true }).optional(),
    source: z.enum(["system", "user", "agent"]),
    model_name: name.optional(),
    reasoning_effort: z.union([z.string(), z.number()]).optional(),
    message: AtifContent,
    reasoning_content: z.string().optional(),
    tool_calls: z.array(AtifToolCall).optional(),
    observation: z.strictObject({ results: z.array(AtifResult) }).optional(),
    metrics: AtifMetrics.optional(),
    is_copied_context: z.boolean().optional(),
    /** 0: no model chose it. */
    llm_call_count: count.optional(),
    extra,
  })
  .refine((step) => step.source === "agent" || ofAgents.every((field) => step[field] === undefined), {
    error: `must not have ${ofAgents.join(", ")}: its source is not an agent`,
  })
  .refine(
    ({ source, llm_call_count: calls, metrics, reasoning_content: reasoning }) =>
      source !== "agent" || calls !== 0 || (metrics === undefined && reasoning === undefined),
    { error: "must not have metrics or reasoning_content: there was no model call" },
  )
  .refine(
    ({ tool_calls: calls = [], observation }) =>
      (observation?.results ?? []).every(
        ({ source_call_id: id }) => !id || calls.some((call) => call.tool_call_id === id),
      ),
    { error: "must not have a result for a tool call that it does not make", path: ["observation"] },
  );
export type AtifStep = z.infer<typeof AtifStep>;

const steps = z
  .array(AtifStep)
  .min(1)
  .refine((all) => all.every(({ step_id: id }, index) => id === index + 1), {
    error: "must be numbered from 1 without a gap",
  });

const root = {
  schema_version: z.string().regex(/^ATIF-v1\.[0-7]$/, "must be ATIF-v1.0 to ATIF-v1.7"),
  session_id: name.optional(),
  trajectory_id: name.optional(),
  agent: z.strictObject({
    name,
    version: name,
    model_name: name.optional(),
    tool_definitions: z.array(z.record(z.string(), JsonValue)).optional(),
    extra,
  }),
  steps,
  notes: z.string().optional(),
  final_metrics: z
    .strictObject({
      total_prompt_tokens: count.optional(),
      total_completion_tokens: count.optional(),
      total_cached_tokens: count.optional(),
      total_cost_usd: z.number().min(0).optional(),
      total_steps: count.optional(),
      extra,
    })
    .optional(),
  continued_trajectory_ref: name.optional(),
  extra,
};

/** One that lies within another: it has a name, and none within itself that Drover would write. */
const AtifSubagent = z.strictObject({ ...root, trajectory_id: name });

export const AtifTrajectory = z
  .strictObject({ ...root, subagent_trajectories: z.array(AtifSubagent).optional() })
  .refine(
    ({ subagent_trajectories: all = [] }) => new Set(all.map((one) => one.trajectory_id)).size === all.length,
    { error: "must have different trajectory_ids", path: ["subagent_trajectories"] },
  );
export type AtifTrajectory = z.infer<typeof AtifTrajectory>;
