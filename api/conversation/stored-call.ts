import * as z from "zod";
import type { ToolDefinition } from "#agent/models/model-provider.ts";
import { Effort } from "#shared/contracts/agent/model-settings.ts";

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

const text = z.object({
  type: z.literal("text"),
  text: z.string(),
  cacheBreakpoint: z.literal(true).optional(),
});
const part = z.discriminatedUnion("type", [
  text,
  z.object({
    type: z.literal("image"),
    mediaType: z.enum(["image/jpeg", "image/png"]),
    key: z.string().optional(),
  }),
  z.object({ type: z.literal("toolCall"), id: z.string(), name: z.string(), input: z.unknown() }),
  z.object({ type: z.literal("toolResult"), callId: z.string(), text: z.string(), isError: z.boolean() }),
  // A service takes a thought back with its own signature alone, and that is not kept.
  z.object({ type: z.literal("thinking"), text: z.string() }),
]);

/** The part of keep-calls.ts's record that is needed to ask again. */
export const StoredCalls = z.object({
  calls: z.array(
    z.object({
      role: z.string().optional(),
      request: z.object({
        model: z.string(),
        maxOutputTokens: z.int().min(1),
        system: z.array(text),
        messages: z.array(z.object({ role: z.enum(["user", "assistant"]), parts: z.array(part) })),
        /** As this farm made them. */
        tools: z.array(z.custom<ToolDefinition>(isObject)).optional(),
        toolChoice: z.literal("auto").optional(),
        parallelToolCalls: z.boolean().optional(),
        effort: Effort.optional(),
        temperature: z.number().optional(),
      }),
    }),
  ),
});
export type StoredRequest = z.infer<typeof StoredCalls>["calls"][number]["request"];
