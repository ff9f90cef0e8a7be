import * as z from "zod";
import { ChatError } from "./chat-error.ts";
import { type ChatMessage, type ChatRequest, checkEffort, describeIssue } from "./chat-request.ts";
import { checkStrict } from "./strict-schema.ts";

const marked = { prompt_cache_breakpoint: z.strictObject({ mode: z.literal("explicit") }).optional() };
const inputText = z.strictObject({ type: z.literal("input_text"), text: z.string(), ...marked });
const inputImage = z.strictObject({
  type: z.literal("input_image"),
  image_url: z.string(),
  detail: z.enum(["auto", "low", "high", "original"]).optional(),
  ...marked,
});
const outputText = z.strictObject({ type: z.literal("output_text"), text: z.string() });
const message = z.strictObject({
  type: z.literal("message").optional(),
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: z.union([
    z.string(),
    z.array(z.discriminatedUnion("type", [inputText, inputImage, outputText])).min(1),
  ]),
  phase: z.enum(["commentary", "final_answer"]).nullable().optional(),
});
const reasoning = z.looseObject({
  type: z.literal("reasoning"),
  id: z.string(),
  summary: z.array(z.unknown()),
  encrypted_content: z.string().nullish(),
});
const call = z.looseObject({
  type: z.literal("function_call"),
  call_id: z.string().min(1).max(64),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  arguments: z.string(),
});
const output = z.strictObject({
  type: z.literal("function_call_output"),
  call_id: z.string().min(1).max(64),
  output: z.string(),
});
const item = z.union([reasoning, call, output, message]);

/** What the practice model takes of the Responses API; anything else is refused by name, never ignored. */
const ResponsesRequest = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(item).min(1)]),
  instructions: z.string().optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal("function"),
        name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
        description: z.string().optional(),
        parameters: z.looseObject({ type: z.literal("object") }),
        strict: z.boolean(),
      }),
    )
    .min(1)
    .max(128)
    .optional(),
  tool_choice: z.enum(["auto", "none"]).optional(),
  parallel_tool_calls: z.boolean().optional(),
  max_output_tokens: z.int().min(16).optional(),
  reasoning: z.strictObject({ effort: z.string().optional() }).optional(),
  include: z.array(z.literal("reasoning.encrypted_content")).optional(),
  /** Nothing is kept here. */
  store: z.literal(false),
  stream: z.literal(false).optional(),
  prompt_cache_key: z.string().max(64).optional(),
  prompt_cache_options: z.strictObject({ mode: z.enum(["implicit", "explicit"]).optional() }).optional(),
});
type Item = z.infer<typeof item>;

/** What its reasoning begins with when it goes back encrypted. */
export const encryptedMark = "gAAAA";

function checkItems(items: readonly Item[]): void {
  const ids = (type: string) =>
    items.flatMap((one) => (one.type === type && "call_id" in one ? [one.call_id] : []));
  const [calls, outputs] = [ids("function_call"), ids("function_call_output")];
  const param = "input";
  const open = calls.find((id) => !outputs.includes(id));
  if (open !== undefined) throw new ChatError(`No tool output found for function call ${open}.`, { param });
  const unasked = outputs.find((id) => !calls.includes(id));
  if (unasked !== undefined)
    throw new ChatError(`No tool call found for function call output with call_id ${unasked}.`, { param });
  for (const [index, one] of items.entries()) {
    if (one.type !== "reasoning") continue;
    if (!one.encrypted_content)
      throw new ChatError(
        `Item with id '${one.id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
        { status: 404, param },
      );
    if (!one.encrypted_content.startsWith(encryptedMark))
      throw new ChatError(`The encrypted content for item ${one.id} could not be verified.`, {
        code: "invalid_encrypted_content",
      });
    const next = items[index + 1];
    if (
      next?.type !== "function_call" &&
      !(next !== undefined && "role" in next && next.role === "assistant")
    )
      throw new ChatError(
        `Item '${one.id}' of type 'reasoning' was provided without its required following item.`,
        { param },
      );
  }
}

type Content = Extract<Item, { role: unknown }>["content"];

const textsOf = (content: Content) =>
  (typeof content === "string" ? [{ type: "input_text" as const, text: content }] : content).flatMap(
    (part) => (part.type === "input_image" ? [] : [{ ...part, type: "text" as const }]),
  );

function messageOf(one: Extract<Item, { role: unknown }>): ChatMessage {
  const { role, content } = one;
  if (role !== "user") return { role, content: textsOf(content) };
  if (typeof content === "string") return { role, content };
  return {
    role,
    content: content.map((part) => {
      if (part.type !== "input_image") return { ...part, type: "text" as const };
      const { detail, image_url: url, type: _, ...rest } = part;
      return { ...rest, type: "image_url" as const, image_url: { url, ...(detail ? { detail } : {}) } };
    }),
  };
}

/** Items of the assistant that follow each other are one message of a chat. */
function messagesOf(items: readonly Item[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const one of items) {
    if ("role" in one) messages.push(messageOf(one as Extract<Item, { role: unknown }>));
    else if (one.type === "function_call_output")
      messages.push({ role: "tool", tool_call_id: one.call_id as string, content: one.output as string });
    else if (one.type === "function_call") {
      const { call_id: id, name, arguments: given } = one as z.infer<typeof call>;
      const made = { id, type: "function" as const, function: { name, arguments: given } };
      const last = messages.at(-1);
      if (last?.role === "assistant") last.tool_calls = [...(last.tool_calls ?? []), made];
      else messages.push({ role: "assistant", content: null, tool_calls: [made] });
    }
  }
  return messages;
}

/**
 * A request for a response, as a chat: one practice model reads both.
 * @throws ChatError
 */
export function parseResponsesRequest(body: unknown): ChatRequest {
  if (typeof body === "object" && body !== null && ("temperature" in body || "top_p" in body)) {
    const param = "temperature" in body ? "temperature" : "top_p";
    throw new ChatError(`Unsupported parameter: '${param}' is not supported with this model.`, { param });
  }
  const result = ResponsesRequest.safeParse(body);
  if (!result.success) throw describeIssue(result.error.issues[0], body);
  const { input, instructions, tools, max_output_tokens, reasoning: asked, ...rest } = result.data;
  const { include: _, store: __, ...shared } = rest;
  checkEffort(asked?.effort, "reasoning.effort");
  const items: readonly Item[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  checkItems(items);
  for (const { name, parameters, strict } of tools ?? []) if (strict) checkStrict(name, parameters);
  return {
    ...shared,
    messages: [
      ...(instructions === undefined ? [] : [{ role: "developer" as const, content: instructions }]),
      ...messagesOf(items),
    ],
    ...(tools === undefined ? {} : { tools: tools.map(({ type, ...facts }) => ({ type, function: facts })) }),
    ...(max_output_tokens === undefined ? {} : { max_completion_tokens: max_output_tokens }),
  };
}
