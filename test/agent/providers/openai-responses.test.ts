import { type ModelServer, type ScenarioInput, startModelServer } from "@drover/practice-model";
import { afterEach, describe, expect, it } from "vitest";
import { createModelClient } from "#agent/model-calls/model-client.ts";
import type { ModelReply, ModelRequest } from "#agent/models/model-provider.ts";
import { openAiResponsesProvider } from "#agent/providers/openai/openai-provider.ts";
import { agentTools } from "#agent/targets/tool-schema.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const user = { role: "user", parts: [{ type: "text", text: "Task", cacheBreakpoint: true }] } as const;
const request: ModelRequest = {
  model: "practice-1",
  maxOutputTokens: 4_096,
  system: [{ type: "text", text: "Rules", cacheBreakpoint: true }],
  messages: [user],
  tools: agentTools(builtInActions),
  toolChoice: "auto",
  parallelToolCalls: true,
};

/** As the service takes it: what it would refuse is an error here. */
async function ask(over: Partial<ModelRequest> = {}, script: ScenarioInput = []) {
  server ??= await startModelServer({ script, playedModel: over.model });
  const { url, apiKey } = server;
  const provider = openAiResponsesProvider({ baseUrl: `${url}/v1`, apiKey });
  const reply = await createModelClient({ provider }).complete({ ...request, ...over }, 10);
  const [sent] = server.received.slice(-1);
  return { reply, path: sent?.path, body: JSON.parse(sent?.body.toString() ?? "") };
}
const callOf = ({ parts }: ModelReply) => parts.find((part) => part.type === "toolCall");

describe("OpenAI's Responses API", () => {
  it("[spec R15] is asked with rules, tools, pictures and marks of its cache, and keeps nothing", async () => {
    const image = { type: "image", mediaType: "image/jpeg", base64: "AAAA" } as const;
    const parts = [...user.parts, image, { type: "text", text: "Screen" }] as const;
    const { path, body } = await ask({ messages: [{ role: "user", parts }] });
    expect(path).toBe("/v1/responses");
    const prompt_cache_breakpoint = { mode: "explicit" };
    expect(body).toMatchObject({
      model: "practice-1",
      store: false,
      max_output_tokens: 4_096,
      include: ["reasoning.encrypted_content"],
      input: [
        { role: "developer", content: [{ type: "input_text", text: "Rules", prompt_cache_breakpoint }] },
        {
          role: "user",
          content: [
            { type: "input_text", text: "Task", prompt_cache_breakpoint },
            { type: "input_image", image_url: "data:image/jpeg;base64,AAAA" },
            { type: "input_text", text: "Screen" },
          ],
        },
      ],
      tool_choice: "auto",
      parallel_tool_calls: true,
    });
  });

  it("[spec A8] shares its cache's key among the turns of a job, and with no other job", async () => {
    const keyOf = async (...texts: readonly string[]): Promise<string> => {
      const parts = texts.map((text, index) => ({
        ...user.parts[0],
        text,
        ...(index > 0 ? { cacheBreakpoint: undefined } : {}),
      }));
      return (await ask({ messages: [{ role: "user", parts } as never] })).body.prompt_cache_key;
    };
    const key = await keyOf("Task", "Step 1");
    expect(key.length).toBeLessThanOrEqual(64);
    expect(await keyOf("Task", "Step 1", "Step 2")).toBe(key);
    expect(await keyOf("Another task", "Step 1")).not.toBe(key);
  });

  it("[spec R2] is told the effort that was asked for, with tools too, and no temperature", async () => {
    const { body } = await ask({ effort: "high", temperature: 0.2 });
    expect(body.reasoning).toEqual({ effort: "high" });
    expect(body).not.toHaveProperty("temperature");
    expect((await ask()).body).not.toHaveProperty("reasoning");
  });

  it("has every tool of the agent as a strict one, and reads a call without what was left out", async () => {
    const raw = JSON.stringify({ coordinate: null, element: 3 });
    const { reply, body } = await ask({}, [{ raw, tool: "tap" }]);
    expect(callOf(reply)).toMatchObject({ name: "tap", input: { element: 3 } });
    expect(callOf(reply)).not.toHaveProperty("input.coordinate");
    const tap = body.tools.find(({ name }: { readonly name: string }) => name === "tap");
    expect(tap).toMatchObject({
      strict: true,
      parameters: { additionalProperties: false, required: Object.keys(tap.parameters.properties) },
    });
  });

  it("[fault E2] gives back what was reasoned, encrypted and before the call that it led to", async () => {
    const script: ScenarioInput = [{ reply: { action: "back" }, reasoning: "Away from here." }];
    const { reply } = await ask({}, script);
    expect(reply.usage.thinkingTokens).toBeGreaterThan(0);
    const call = callOf(reply);
    const answer = { type: "toolResult", callId: call?.id ?? "", text: "wrong", isError: true } as const;
    const { body } = await ask({
      messages: [user, { role: "assistant", parts: reply.parts }, { role: "user", parts: [answer] }],
    });
    expect(body.input.slice(2)).toEqual([
      expect.objectContaining({ type: "reasoning", encrypted_content: expect.stringMatching(/^gAAAA/) }),
      { type: "function_call", call_id: call?.id, name: "back", arguments: expect.any(String) },
      { type: "function_call_output", call_id: call?.id, output: "wrong" },
    ]);
  });

  it.each([
    [{ raw: "Too long", stopReason: "max_tokens" }, "length"],
    [{ raw: "I will not.", stopReason: "refusal" }, "refusal"],
    [{ raw: "hi" }, "end"],
    [{ reply: { action: "back" } }, "toolCall"],
  ] as const)("[fault E3] [fault E6] takes the end of %j for %s", async (entry, stop) => {
    const { reply } = await ask({}, [{ ...entry }]);
    expect(reply.stop).toBe(stop);
    if (stop === "refusal") expect(reply.refusal).toMatchObject({ explanation: "I will not." });
  });

  it("asks a model that does not reason for no reasoning, and marks nothing where the service keeps what it likes", async () => {
    const { body } = await ask({ model: "gpt-4.1", effort: "high", temperature: 0 }).catch(() => ({
      body: JSON.parse(server?.received.at(-1)?.body.toString() ?? ""),
    }));
    expect(body).toMatchObject({ model: "gpt-4.1", temperature: 0 });
    for (const field of ["include", "reasoning", "prompt_cache_options"])
      expect(body).not.toHaveProperty(field);
    expect(JSON.stringify(body)).not.toContain("prompt_cache_breakpoint");
  });
});
