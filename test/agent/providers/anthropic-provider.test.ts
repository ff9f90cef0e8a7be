import type { ContentBlock, Message, Usage } from "@anthropic-ai/sdk/resources/messages";
import { describe, expect, it } from "vitest";
import type { ModelRequest } from "#agent/models/model-provider.ts";
import { readReply } from "#agent/providers/anthropic/read-reply.ts";
import { writeRequest } from "#agent/providers/anthropic/write-request.ts";
import { agentTools } from "#agent/targets/tool-schema.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";

const request: ModelRequest = {
  model: "claude-sonnet-5-5",
  maxOutputTokens: 4_096,
  system: [{ type: "text", text: "Rules", cacheBreakpoint: true }],
  messages: [],
};
const message = (content: readonly unknown[], over: Partial<Message> = {}): Message =>
  ({ model: "claude-sonnet-5-5", content, stop_reason: "end_turn", ...over }) as Message;
const used = (usage: Partial<Usage>) => readReply(message([], { usage: usage as Usage }), undefined).tokens;

describe("the request to Anthropic", () => {
  it("has a breakpoint where the prompt has one, and forces no tool", () => {
    const tool = {
      name: "back",
      description: "Go back.",
      parameters: { type: "object", properties: {}, required: [] },
    } as const;
    expect(JSON.stringify(writeRequest({ ...request, tools: agentTools(builtInActions) }))).not.toContain(
      "anyOf",
    );
    expect(writeRequest({ ...request, tools: [tool], toolChoice: "auto", parallelToolCalls: false })).toEqual(
      {
        model: "claude-sonnet-5-5",
        max_tokens: 4_096,
        system: [{ type: "text", text: "Rules", cache_control: { type: "ephemeral" } }],
        messages: [],
        tools: [{ name: "back", description: "Go back.", input_schema: tool.parameters }],
        tool_choice: { type: "auto", disable_parallel_tool_use: true },
        thinking: { type: "adaptive", display: "summarized" },
      },
    );
  });

  it("[fault E2] gives thinking back as it came, signature and all, before the call it led to", () => {
    const thought = { type: "thinking", thinking: "", signature: "c2ln" };
    const hidden = { type: "redacted_thinking", data: "ZGF0YQ==" };
    const call = { type: "tool_use", id: "toolu_1", name: "tapp", input: { element: 1 } };
    const { parts } = readReply(message([thought, hidden, call]), undefined);
    const { messages } = writeRequest({
      ...request,
      messages: [
        { role: "assistant", parts },
        { role: "user", parts: [{ type: "toolResult", callId: "toolu_1", text: "wrong", isError: true }] },
      ],
    });
    expect(messages).toEqual([
      { role: "assistant", content: [thought, hidden, call] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "toolu_1", is_error: true, content: "wrong" }],
      },
    ]);
  });

  it.each([
    [
      "claude-sonnet-5-5",
      { output_config: { effort: "low" }, thinking: { type: "adaptive", display: "summarized" } },
    ],
    ["claude-haiku-4-5", { temperature: 0.2 }],
    ["claude-of-tomorrow", { output_config: { effort: "low" } }],
  ])("sends %s the settings that it takes and no others", (model, expected) => {
    const { max_tokens, system, messages, ...rest } = writeRequest({
      ...request,
      model,
      effort: "low",
      temperature: 0.2,
    });
    expect(rest).toEqual({ model, ...expected });
  });
});

describe("the reply of Anthropic", () => {
  it("[spec I1.3] keeps text, calls and thinking apart, and what the service runs itself out", () => {
    const blocks = [
      { type: "text", text: "First.", citations: null },
      { type: "server_tool_use", id: "s", name: "web_search", input: {} },
      { type: "tool_use", id: "t", name: "back", input: {} },
    ] as ContentBlock[];
    expect(readReply(message(blocks, { stop_reason: "tool_use" }), "req_1")).toMatchObject({
      parts: [
        { type: "text", text: "First." },
        { type: "toolCall", id: "t", name: "back", input: {} },
      ],
      stop: "toolCall",
      requestId: "req_1",
    });
  });

  it.each([
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "refusal"],
    ["stop_sequence", "end"],
  ] as const)("[fault E3] takes the stop reason %s for %s", (stop_reason, stop) => {
    expect(readReply(message([], { stop_reason }), undefined).stop).toBe(stop);
  });

  it("counts the cache's tokens as input too, and null for none", () => {
    expect(
      used({
        input_tokens: 1_000,
        cache_read_input_tokens: 8_000,
        cache_creation_input_tokens: 1_000,
        output_tokens: 300,
        output_tokens_details: { thinking_tokens: 200 },
      }),
    ).toEqual({
      inputTokens: 10_000,
      cachedTokens: 8_000,
      cacheWrittenTokens: 1_000,
      outputTokens: 300,
      thinkingTokens: 200,
    });
    expect(used({ input_tokens: 10, output_tokens: 1, cache_read_input_tokens: null })).toMatchObject({
      inputTokens: 10,
      cachedTokens: 0,
    });
    expect(used({})).toBeUndefined();
  });
});
