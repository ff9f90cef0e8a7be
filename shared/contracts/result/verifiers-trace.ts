import * as z from "zod";

const ToolCall = z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() });

/** A message and the one before it, as verifiers has them. */
export const TraceNode = z.strictObject({
  parent: z.int().min(0).nullable(),
  message: z.discriminatedUnion("role", [
    z.strictObject({ role: z.literal("user"), content: z.string() }),
    z.strictObject({
      role: z.literal("assistant"),
      content: z.string().nullable(),
      tool_calls: z.array(ToolCall),
    }),
    z.strictObject({ role: z.literal("tool"), tool_call_id: z.string(), content: z.string() }),
  ]),
  /** A model chose it. */
  sampled: z.boolean(),
});
export type TraceNode = z.infer<typeof TraceNode>;

const span = z.strictObject({ start: z.number(), end: z.number() });

/** A line of `traces.jsonl` of verifiers 1, as far as a job has it: without tokens and their probabilities. */
export const VerifiersTrace = z.strictObject({
  version: z.literal(1),
  id: z.string(),
  verifiers: z.strictObject({ version: z.string() }),
  task: z.strictObject({
    type: z.string(),
    key: z.string(),
    data: z.strictObject({ name: z.string().nullable(), prompt: z.string() }),
  }),
  agent: z.strictObject({
    config: z.strictObject({ model: z.string().nullable(), max_turns: z.int() }),
    name: z.string(),
    trainable: z.boolean(),
  }),
  nodes: z.array(TraceNode),
  calls: z.array(z.strictObject({ node: z.int(), model: z.string().nullable() })),
  /** Null: it was not judged, or is in doubt. */
  rewards: z.record(z.string(), z.strictObject({ score: z.number(), weight: z.number() }).nullable()),
  metrics: z.record(z.string(), z.number().nullable()),
  info: z.record(z.string(), z.unknown()),
  is_completed: z.boolean(),
  ok: z.boolean(),
  stop_condition: z.string(),
  errors: z.array(z.strictObject({ type: z.string(), message: z.string() })),
  timing: z.strictObject({ start: z.number(), agent: span }),
});
export type VerifiersTrace = z.infer<typeof VerifiersTrace>;
