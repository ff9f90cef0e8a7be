import type { ChatCompletion } from "openai/resources/chat/completions";
import { describe, expect, it } from "vitest";
import type { ModelRequest } from "#agent/models/model-provider.ts";
import { providerTable } from "#agent/models/provider-table.ts";
import { readCompletion } from "#agent/providers/openai/read-completion.ts";
import { writeChat } from "#agent/providers/openai/write-chat.ts";
import { agentTools } from "#agent/targets/tool-schema.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import type { BuiltInProvider } from "#shared/contracts/agent/model-settings.ts";

const tool = {
  name: "back",
  description: "Go back.",
  parameters: { type: "object", properties: {}, required: [] },
} as const;
const request: ModelRequest = {
  model: "gpt-4.1",
  maxOutputTokens: 4_096,
  system: [{ type: "text", text: "Rules", cacheBreakpoint: true }],
  messages: [
    {
      role: "user",
      parts: [
        { type: "text", text: "Task", cacheBreakpoint: true },
        { type: "image", mediaType: "image/jpeg", base64: "AAAA" },
        { type: "text", text: "Screen" },
      ],
    },
  ],
  tools: [tool],
  toolChoice: "auto",
  parallelToolCalls: false,
};
const written = (over: Partial<ModelRequest> = {}, provider: BuiltInProvider = "groq") => {
  const facts = providerTable[provider];
  if (facts.kind !== "openai") throw new Error(`${provider} speaks no chat completions`);
  return writeChat({ ...request, ...over }, facts.chat);
};

const completion = (
  message: Readonly<Record<string, unknown>>,
  finish_reason = "stop",
  usage?: Readonly<Record<string, unknown>>,
): ChatCompletion =>
  ({ model: "m", choices: [{ index: 0, message, finish_reason }], usage }) as unknown as ChatCompletion;
const call = (id: string, args: string, more = {}) => ({
  id,
  type: "function",
  function: { name: "tap", arguments: args },
  ...more,
});

describe("the request for a chat completion", () => {
  it("[spec I1.3] brings rules, pictures in their place and tools", () => {
    expect(written()).toEqual({
      model: "gpt-4.1",
      max_completion_tokens: 4_096,
      messages: [
        { role: "system", content: "Rules" },
        {
          role: "user",
          content: [
            { type: "text", text: "Task" },
            { type: "image_url", image_url: { url: "data:image/jpeg;base64,AAAA" } },
            { type: "text", text: "Screen" },
          ],
        },
      ],
      tools: [{ type: "function", function: tool }],
      tool_choice: "auto",
      parallel_tool_calls: false,
    });
  });

  it.each([
    ["vllm", true],
    ["groq", false],
    ["gemini", false],
  ] as const)(
    "says by schema that a tap needs an element or a place, where %s takes that",
    (provider, isTold) => {
      const tools = agentTools(builtInActions).filter(({ name }) => name === "tap");
      const [sent] = written({ tools }, provider).tools ?? [];
      const anyOf = [{ required: ["element"] }, { required: ["coordinate"] }];
      if (isTold) expect(sent).toMatchObject({ function: { parameters: { anyOf } } });
      else expect(JSON.stringify(sent)).not.toContain("anyOf");
      expect(JSON.stringify(sent)).toContain("Tap element or coordinate.");
    },
  );

  it("is one text where nothing stands between its parts: not every template takes a list", () => {
    const parts = [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ] as const;
    expect(written({ messages: [{ role: "user", parts }] }).messages[1]).toEqual({
      role: "user",
      content: "ab",
    });
  });

  it("marks what the newest models shall keep, and nothing that never comes again", () => {
    const body = written({ model: "gpt-6.1-terra" });
    const prompt_cache_breakpoint = { mode: "explicit" };
    expect(body.prompt_cache_options).toEqual({ mode: "explicit" });
    expect(body.messages[0]?.content).toEqual([{ type: "text", text: "Rules", prompt_cache_breakpoint }]);
    expect(JSON.stringify(body).match(/prompt_cache_breakpoint/g)).toHaveLength(2);
  });

  it.each([
    ["gemini", "gemini-3.8-flash", { reasoning_effort: "high", temperature: 0.2 }],
    ["groq", "openai/gpt-oss-120b", { reasoning_effort: "high", temperature: 0.2 }],
    ["vllm", "Qwen/Qwen3-VL-8B", { reasoning_effort: "high", temperature: 0.2 }],
  ] as const)(
    "sends %s's %s with tools the settings that it takes and no others",
    (provider, model, expected) => {
      const body = written({ model, effort: "high", temperature: 0.2 }, provider);
      const { reasoning_effort, temperature } = body;
      expect(JSON.parse(JSON.stringify({ reasoning_effort, temperature }))).toEqual(expected);
    },
  );

  it("gives Gemini no empty parameters, which it refuses", () => {
    const tap = {
      ...tool,
      name: "tap",
      parameters: { type: "object", properties: { x: { type: "number" } } },
    } as const;
    const tools = written({ tools: [tool, tap] }, "gemini").tools;
    expect(tools).toMatchObject([
      { function: { name: "back" } },
      { function: { parameters: tap.parameters } },
    ]);
    expect(tools?.[0]).not.toHaveProperty("function.parameters");
  });

  it.each([
    ["ollama", { max_tokens: 4_096 }],
    ["gemini", { max_completion_tokens: 4_096 }],
  ] as const)(
    "tells %s the limit by its own name, and no field that it does not take",
    (provider, expected) => {
      const body = written({ model: "gemma4" }, provider);
      expect(body).toMatchObject(expected);
      expect(body).not.toHaveProperty("parallel_tool_calls");
    },
  );

  it("[fault E2] repairs with a message for each call, its signature beside it", () => {
    const extra_content = { google: { thought_signature: "c2ln" } };
    const { parts } = readCompletion(
      completion({ content: null, tool_calls: [call("a", "{}", { extra_content }), call("b", "{oops")] }),
      undefined,
    );
    const { messages } = written({
      messages: [
        { role: "assistant", parts },
        {
          role: "user",
          parts: ["a", "b"].map((callId) => ({ type: "toolResult", callId, text: "wrong", isError: true })),
        },
      ],
    });
    expect(messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [call("a", "{}", { extra_content }), call("b", '{"not_json":"{oops"}')],
      },
      { role: "tool", tool_call_id: "a", content: "wrong" },
      { role: "tool", tool_call_id: "b", content: "wrong" },
    ]);
  });
});

describe("the chat completion", () => {
  const read = (message: Readonly<Record<string, unknown>>, finish?: string, usage?: object) =>
    readCompletion(completion(message, finish, usage as Record<string, unknown>), "req_1");

  it("[spec I1.3] keeps thinking, text and calls apart, though the service says stop", () => {
    expect(
      read({ reasoning: "Hm.", content: "First.", tool_calls: [call("a", '{"element":1}')] }),
    ).toMatchObject({
      parts: [
        { type: "thinking", text: "Hm." },
        { type: "text", text: "First." },
        { type: "toolCall", id: "a", name: "tap", input: { element: 1 } },
      ],
      stop: "toolCall",
      requestId: "req_1",
    });
  });

  it.each([
    ["", {}],
    ["{oops", "{oops"],
    ["[1]", "[1]"],
  ])("[fault E2] keeps the arguments %j as what they are", (args, input) => {
    expect(read({ tool_calls: [call("a", args)] }).parts).toMatchObject([{ input }]);
  });

  it.each([
    ["length", { content: "cut" }, "length"],
    ["content_filter", { content: "" }, "refusal"],
    ["stop", { content: null, refusal: "I will not." }, "refusal"],
    ["stop", { content: "hi" }, "end"],
  ] as const)("[fault E6] takes the end %s of %j for %s", (finish, message, stop) => {
    expect(read(message, finish).stop).toBe(stop);
  });

  it("[fault E6] gives the model's own words of a refusal", () => {
    expect(read({ content: null, refusal: "I will not." }).refusal).toMatchObject({
      explanation: "I will not.",
    });
  });

  it("counts cached, written and thinking tokens as parts of input and output", () => {
    const usage = {
      prompt_tokens: 2_000,
      completion_tokens: 300,
      total_tokens: 2_300,
      prompt_tokens_details: { cached_tokens: 1_024, cache_write_tokens: 512 },
      completion_tokens_details: { reasoning_tokens: 200 },
    };
    expect(read({ content: "hi" }, "stop", usage).tokens).toEqual({
      inputTokens: 2_000,
      cachedTokens: 1_024,
      cacheWrittenTokens: 512,
      outputTokens: 300,
      thinkingTokens: 200,
    });
  });

  it("counts thinking that a service tells in its total alone", () => {
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 160 };
    expect(read({ content: "hi" }, "stop", usage).tokens).toMatchObject({
      outputTokens: 60,
      thinkingTokens: 50,
    });
  });

  it("says nothing of a usage that is not told, and refuses what is no completion", () => {
    expect(read({ content: "hi" }).tokens).toBeUndefined();
    expect(() => readCompletion({ error: "busy" } as unknown as ChatCompletion, undefined)).toThrow(
      "not a chat completion",
    );
  });
});
