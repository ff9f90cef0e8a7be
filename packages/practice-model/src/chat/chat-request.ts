import * as z from "zod";
import { ChatError } from "./chat-error.ts";
import { type ChatService, chatServices, knownFields } from "./chat-service.ts";

const marked = { prompt_cache_breakpoint: z.strictObject({ mode: z.literal("explicit") }).optional() };
const textPart = z.strictObject({ type: z.literal("text"), text: z.string(), ...marked });
const imagePart = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({
    url: z.string(),
    detail: z.enum(["auto", "low", "high", "original"]).optional(),
  }),
  ...marked,
});
const texts = z.union([z.string(), z.array(textPart).min(1)]);
const toolCall = z.looseObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});

const roles = ["system", "assistant", "user", "function", "tool", "developer"];
const message = z.discriminatedUnion("role", [
  z.strictObject({ role: z.enum(["system", "developer"]), content: texts, name: z.string().optional() }),
  z.strictObject({
    role: z.literal("user"),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [textPart, imagePart])).min(1)]),
    name: z.string().optional(),
  }),
  z.strictObject({
    role: z.literal("assistant"),
    content: texts.nullable().optional(),
    refusal: z.string().nullable().optional(),
    tool_calls: z.array(toolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal("tool"), tool_call_id: z.string(), content: texts }),
]);
export type ChatMessage = z.infer<typeof message>;

const tool = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal("object") }).optional(),
    strict: z.boolean().optional(),
  }),
});

const efforts = ["none", "low", "medium", "high", "xhigh", "max"];

/** What the practice model takes of chat completions; anything else is refused by name, never ignored. */
const ChatRequest = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  tools: z.array(tool).min(1).max(128).optional(),
  tool_choice: z.enum(["auto", "none"]).optional(),
  parallel_tool_calls: z.boolean().optional(),
  max_completion_tokens: z.int().min(1).optional(),
  max_tokens: z.int().min(1).optional(),
  reasoning_effort: z.string().optional(),
  temperature: z.number().optional(),
  n: z.literal(1).optional(),
  stream: z.literal(false).optional(),
  store: z.literal(false).optional(),
  prompt_cache_key: z.string().max(64).optional(),
  prompt_cache_options: z
    .strictObject({ mode: z.enum(["implicit", "explicit"]).optional(), ttl: z.literal("30m").optional() })
    .optional(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

const nameOf = (path: readonly PropertyKey[]): string =>
  path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`))
    .join("");

export function describeIssue(issue: z.core.$ZodIssue | undefined, body: unknown): ChatError {
  if (issue?.code === "unrecognized_keys") {
    const param = nameOf([...issue.path, issue.keys[0] ?? ""]);
    return new ChatError(`Unknown parameter: '${param}'.`, { param, code: "unknown_parameter" });
  }
  const param = nameOf(issue?.path ?? []);
  const value = (issue?.path ?? []).reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    body,
  );
  if (value === undefined)
    return new ChatError(`Missing required parameter: '${param}'.`, {
      param,
      code: "missing_required_parameter",
    });
  const allowed = param.endsWith(".role")
    ? ` Supported values are: ${roles.map((role) => `'${role}'`).join(", ")}.`
    : "";
  const shown = JSON.stringify(value)?.slice(0, 60);
  return new ChatError(`Invalid value: ${shown}.${allowed}`, { param, code: "invalid_value" });
}

/** @throws ChatError for one that the newest models do not know */
export function checkEffort(effort: unknown, param: string): void {
  if (effort === undefined || efforts.some((known) => known === effort)) return;
  throw new ChatError(
    `Unsupported value: '${param}' does not support '${String(effort)}' with this model. Supported values are: ${efforts.map((known) => `'${known}'`).join(", ")}.`,
    { param, code: "unsupported_value" },
  );
}

/** What the newest models answer 400 to in chat completions, in the service's words. */
function refuseWhatNewModelsRefuse(body: Readonly<Record<string, unknown>>): void {
  if ("max_tokens" in body) {
    throw new ChatError(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: "max_tokens", code: "unsupported_parameter" },
    );
  }
  for (const param of ["temperature", "top_p"]) {
    if (param in body && body[param] !== 1) {
      throw new ChatError(
        `Unsupported value: '${param}' does not support ${JSON.stringify(body[param])} with this model. Only the default (1) value is supported.`,
        { param, code: "unsupported_value" },
      );
    }
  }
  const effort = body.reasoning_effort;
  checkEffort(effort, "reasoning_effort");
  // A model that thinks of itself needs to be told not to.
  if (body.tools !== undefined && effort !== "none") {
    throw new ChatError(
      `Function tools with reasoning_effort are not supported for ${String(body.model)} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
      { param: "reasoning_effort" },
    );
  }
  const orphan = ["tool_choice", "parallel_tool_calls"].find(
    (param) => param in body && body.tools === undefined,
  );
  if (orphan !== undefined) {
    throw new ChatError(
      `Invalid value for '${orphan}': '${orphan}' is only allowed when 'tools' are specified.`,
      {
        param: orphan,
      },
    );
  }
}

function refuseEmptyParameters({ tools = [] }: ChatRequest): void {
  for (const [
    index,
    {
      function: { parameters },
    },
  ] of tools.entries()) {
    if (parameters === undefined || Object.keys(parameters.properties ?? {}).length > 0) continue;
    throw new ChatError(
      `* GenerateContentRequest.tools[0].function_declarations[${index}].parameters.properties: should be non-empty for OBJECT type\n`,
      { listed: true },
    );
  }
}

/** @throws ChatError */
export function parseChatRequest(body: unknown, service: ChatService): ChatRequest {
  if (typeof body !== "object" || body === null) {
    throw new ChatError("We could not parse the JSON body of your request.");
  }
  const rules = chatServices[service];
  const { top_p: _refusedBelow, ...fields } = knownFields({ ...body }, rules);
  const result = ChatRequest.safeParse(fields);
  if (!result.success) throw describeIssue(result.error.issues[0], body);
  if (rules.refusesEmptyParameters) refuseEmptyParameters(result.data);
  if (rules.asNewestModels) refuseWhatNewModelsRefuse({ ...body });
  return result.data;
}
