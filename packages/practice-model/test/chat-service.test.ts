import { afterEach, describe, expect, it } from "vitest";
import type { ChatService } from "../src/chat/chat-service.ts";
import { type ModelServer, startModelServer } from "../src/start-model-server.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const hello = { model: "practice-1", messages: [{ role: "user", content: "Hello" }] };

/** What a service answers to a body, asked with or without its key. */
async function ask(service: ChatService, base: string, body: object, withKey = true) {
  server = await startModelServer({ service });
  const response = await fetch(`${server.url}${base}/chat/completions`, {
    method: "POST",
    headers: withKey ? { authorization: `Bearer ${server.apiKey}` } : {},
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const refusals = [
  [
    "gemini",
    "/v1beta/openai",
    { parallel_tool_calls: false },
    [{ error: { code: 400, message: expect.stringContaining('Unknown name "parallel_tool_calls"') } }],
  ],
  [
    "groq",
    "/openai/v1",
    { prompt_cache_key: "k" },
    { error: { message: "property 'prompt_cache_key' is unsupported" } },
  ],
  [
    "gemini",
    "/v1beta/openai",
    {
      tools: [
        { type: "function", function: { name: "back", parameters: { type: "object", properties: {} } } },
      ],
    },
    [{ error: { code: 400, message: expect.stringContaining("should be non-empty for OBJECT type") } }],
  ],
  ["openai", "/v1", { max_tokens: 5 }, { error: { code: "unsupported_parameter" } }],
] as const;

describe("chat completions as a service has them", () => {
  it.each(refusals)(
    "are refused by %s, in its form, for a field that it does not know",
    async (service, base, field, body) => {
      expect(await ask(service, base, { ...hello, ...field })).toMatchObject({ status: 400, body });
    },
  );

  it.each([
    ["ollama", { max_tokens: 5, max_completion_tokens: "ignored", prompt_cache_key: 1 }],
    ["vllm", { max_tokens: 5, prompt_cache_options: "ignored" }],
  ] as const)(
    "are answered by %s without a key, and without a look at what it does not know",
    async (service, fields) => {
      const { status, body } = await ask(service, "/v1", { ...hello, ...fields }, false);
      expect({ status, body }).toMatchObject({ status: 200, body: { object: "chat.completion" } });
    },
  );

  it("keeps what came over the wire", async () => {
    expect((await ask("groq", "/openai/v1", hello)).status).toBe(200);
    expect(server?.received).toMatchObject([{ method: "POST", path: "/openai/v1/chat/completions" }]);
  });
});
