import * as z from "zod";
import { ApiError } from "./api-error.ts";

/** The service keeps what stands up to a block that has this. */
const breakpoint = {
  cache_control: z.strictObject({ type: z.literal("ephemeral"), ttl: z.literal("5m").optional() }).optional(),
};

const textBlock = z.object({ type: z.literal("text"), text: z.string().min(1), ...breakpoint });
const imageBlock = z.object({
  type: z.literal("image"),
  source: z.object({
    type: z.literal("base64"),
    media_type: z.enum(["image/jpeg", "image/png", "image/gif", "image/webp"]),
    data: z.string().min(1),
  }),
  ...breakpoint,
});
const toolUseBlock = z.object({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  ...breakpoint,
});
const toolResultBlock = z.object({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.union([textBlock, imageBlock]))]).optional(),
  is_error: z.boolean().optional(),
  ...breakpoint,
});
const thinkingBlock = z.object({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() });
const redactedThinkingBlock = z.object({ type: z.literal("redacted_thinking"), data: z.string() });
const contentBlock = z.discriminatedUnion("type", [
  textBlock,
  imageBlock,
  toolUseBlock,
  toolResultBlock,
  thinkingBlock,
  redactedThinkingBlock,
]);

const tool = z.object({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal("object") }),
  ...breakpoint,
});
const parallel = { disable_parallel_tool_use: z.boolean().optional() };

/** What the practice model takes of a Messages request; anything else is refused by name, never ignored. */
export const MessagesRequest = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  system: z.union([z.string(), z.array(textBlock)]).optional(),
  messages: z
    .array(
      z.object({
        role: z.enum(["user", "assistant"]),
        content: z.union([z.string().min(1), z.array(contentBlock).min(1)]),
      }),
    )
    .min(1),
  tools: z.array(tool).optional(),
  tool_choice: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("auto"), ...parallel }),
      z.object({ type: z.literal("none") }),
    ])
    .optional(),
  metadata: z.object({ user_id: z.string().optional() }).optional(),
  stream: z.literal(false).optional(),
  thinking: z.object({ type: z.string(), display: z.string().optional() }).optional(),
  output_config: z
    .strictObject({ effort: z.enum(["low", "medium", "high", "xhigh", "max"]).optional() })
    .optional(),
  stop_sequences: z.array(z.string()).max(0).optional(),
});
export type MessagesRequest = z.infer<typeof MessagesRequest>;

const sampling = ["temperature", "top_p", "top_k"];

/**
 * What Claude 5.5 and later answer 400 to, in the service's words: a farm that works with the practice model must work with
 * a real one.
 * @throws ApiError `invalid_request_error`
 */
function refuseWhatNewModelsRefuse(body: object): void {
  const refuse = (message: string): never => {
    throw new ApiError("invalid_request_error", message);
  };
  const field = sampling.find((name) => name in body);
  if (field !== undefined) refuse(`\`${field}\` is deprecated for this model.`);
  const { thinking, tool_choice: choice } = body as Readonly<Record<string, { readonly type?: unknown }>>;
  if (thinking?.type === "disabled" || thinking?.type === "enabled") {
    refuse(
      `"thinking.type.${thinking.type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
    );
  }
  if (choice?.type === "any" || choice?.type === "tool") {
    refuse('tool_choice: type "tool" and "any" are not supported for this model.');
  }
}

/** Fields of the real API that would change the answer and that nothing here implements. */
const unsupported = ["service_tier", "container", "mcp_servers", "context_management", "cache_control"];

/** @throws ApiError `invalid_request_error` that names the field, as the service words it */
export function parseMessagesRequest(body: unknown): MessagesRequest {
  if (typeof body === "object" && body !== null) {
    if ("stream" in body && body.stream === true) {
      throw new ApiError(
        "invalid_request_error",
        "stream: the practice model does not stream; send the request without it",
      );
    }
    const field = unsupported.find((name) => name in body);
    if (field !== undefined) {
      throw new ApiError("invalid_request_error", `${field}: not supported by the practice model`);
    }
    refuseWhatNewModelsRefuse(body);
  }
  const result = MessagesRequest.safeParse(body);
  if (!result.success) throw new ApiError("invalid_request_error", describeIssue(result.error.issues[0]));
  checkTurns(result.data);
  return result.data;
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return "the request is invalid";
  if (issue.code === "unrecognized_keys") return `${issue.keys[0]}: Extra inputs are not permitted`;
  const field = issue.path.join(".");
  return field === "" ? issue.message : `${field}: ${issue.message}`;
}

/** The real API wants a user's turn first and a result for each tool call, in the very next turn. */
function checkTurns({ messages }: MessagesRequest): void {
  if (messages.at(-1)?.role === "assistant") {
    throw new ApiError(
      "invalid_request_error",
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    );
  }
  if (messages[0]?.role !== "user") {
    throw new ApiError("invalid_request_error", 'messages: first message must use the "user" role');
  }
  for (const [index, message] of messages.entries()) {
    const blocks = typeof message.content === "string" ? [] : message.content;
    const answered = blocks.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
    const before = messages[index - 1]?.content ?? "";
    const asked =
      typeof before === "string"
        ? []
        : before.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
    const unanswered = asked.find((id) => !answered.includes(id));
    if (unanswered !== undefined) {
      throw new ApiError(
        "invalid_request_error",
        `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${unanswered}.`,
      );
    }
    const unasked = answered.find((id) => !asked.includes(id));
    if (unasked !== undefined) {
      throw new ApiError(
        "invalid_request_error",
        `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${unasked}.`,
      );
    }
  }
}
