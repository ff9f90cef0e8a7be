import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../src/start-model-server.ts";

let server: ModelServer;
let now = 0;
beforeEach(async () => {
  now = 0;
  server = await startModelServer({ now: () => now, contextTokens: 20_000 });
});
afterEach(() => server.close());

const hello = { model: "practice-1", messages: [{ role: "user", content: "Hello" }] };
const post = (body: unknown, key = server.apiKey): Promise<Response> =>
  fetch(`${server.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const tools = [
  { type: "function", function: { name: "back", parameters: { type: "object", properties: {} } } },
];
const user = (...content: unknown[]) => ({ ...hello, messages: [{ role: "user", content }] });
const picture = (url: string) => user({ type: "image_url", image_url: { url } });
const asked = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "c", type: "function", function: { name: "back", arguments: "{}" } }],
};

describe("chat completions of the practice model", () => {
  it("answers OpenAI's SDK, and lists its one model", async () => {
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.apiKey });
    const completion = await client.chat.completions.create({
      model: "practice-1",
      messages: [{ role: "user", content: "Hello" }],
    });
    expect(completion._request_id).toMatch(/^req_/);
    expect(completion.choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { role: "assistant", content: expect.stringContaining("practice model"), refusal: null },
    });
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(["practice-1"]);
    expect(await client.models.retrieve("practice-1")).toMatchObject({ id: "practice-1", object: "model" });
  });

  it.each([
    [
      { ...hello, max_tokens: 5 },
      "max_tokens",
      "unsupported_parameter",
      "Use 'max_completion_tokens' instead.",
    ],
    [{ ...hello, temperature: 0.2 }, "temperature", "unsupported_value", "Only the default (1) value"],
    [
      { ...hello, reasoning_effort: "minimal" },
      "reasoning_effort",
      "unsupported_value",
      "Supported values are: 'none'",
    ],
    [{ ...hello, tools }, "reasoning_effort", null, "Function tools with reasoning_effort are not supported"],
    [
      { ...hello, tools, reasoning_effort: "low" },
      "reasoning_effort",
      null,
      "set reasoning_effort to 'none'",
    ],
    [{ ...hello, parallel_tool_calls: false }, "parallel_tool_calls", null, "only allowed when 'tools'"],
    [
      { ...hello, cache_control: {} },
      "cache_control",
      "unknown_parameter",
      "Unknown parameter: 'cache_control'.",
    ],
    [{ model: "practice-1" }, "messages", "missing_required_parameter", "Missing required parameter"],
    [
      { ...hello, messages: [{ role: "robot", content: "x" }] },
      "messages[0].role",
      "invalid_value",
      "'developer'",
    ],
    [
      picture("https://example.com/a.png"),
      "messages[0].content[0].image_url.url",
      "invalid_value",
      "data URL",
    ],
    [picture("data:image/tiff;base64,AAAA"), null, "invalid_image_format", "unsupported image"],
    [picture("data:image/png;base64,@@"), null, "invalid_image_format", "unsupported image"],
    [{ ...hello, messages: [asked] }, "messages.[1].role", null, "did not have response messages: c"],
    [
      { ...hello, messages: [asked, { role: "user", content: "x" }] },
      "messages.[1].role",
      null,
      "must be followed by tool messages",
    ],
    [
      { ...hello, messages: [{ role: "tool", tool_call_id: "c", content: "x" }] },
      "messages.[0].role",
      null,
      "preceeding message",
    ],
    [
      { ...hello, messages: [{ role: "assistant", content: null }] },
      "messages.[0].content",
      null,
      "got null",
    ],
    [
      user({ type: "text", text: "x".repeat(100_000) }),
      "messages",
      "context_length_exceeded",
      "maximum context length is 20000",
    ],
  ])("refuses %j", async (body, param, code, message) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: { message: expect.stringContaining(message), type: "invalid_request_error", param, code },
    });
  });

  it("refuses a wrong key without repeating it, and a model that is not its own", async () => {
    const wrong = await post(hello, "sk-wrong-and-secret");
    expect(wrong.status).toBe(401);
    const body = await wrong.text();
    expect(body).toContain('"code":"invalid_api_key"');
    expect(body).not.toContain("wrong-and");
    const unknown = await post({ ...hello, model: "gpt-9" });
    expect([unknown.status, await unknown.json()]).toMatchObject([
      404,
      { error: { code: "model_not_found" } },
    ]);
    expect((await post("{oops")).status).toBe(400);
  });

  it("has errors of a script in this API's form", async () => {
    await server.close();
    server = await startModelServer({ script: [{ status: 429, retryAfterSeconds: 7 }, { status: 503 }] });
    const limited = await post(hello);
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await limited.json()).toMatchObject({ error: { type: "requests", code: "rate_limit_exceeded" } });
    expect(await (await post(hello)).json()).toMatchObject({ error: { type: "server_error" } });
  });
});

describe("its cache of prompts", () => {
  const cached = async (body: unknown): Promise<readonly [cached: number, written: number]> => {
    const { usage } = (await (await post(body)).json()) as OpenAI.ChatCompletion;
    const details = usage?.prompt_tokens_details;
    return [details?.cached_tokens ?? -1, details?.cache_write_tokens ?? -1];
  };
  const text = (length: number, character = "a") => ({ type: "text", text: character.repeat(length * 4) });

  it("finds by itself the longest beginning, from 1,024 tokens on and in steps of 128", async () => {
    expect(await cached(user(text(1_500)))).toEqual([0, 0]);
    const [read] = await cached(user(text(1_400), text(300, "b")));
    expect(read).toBeGreaterThanOrEqual(1_280);
    expect(read).toBeLessThanOrEqual(1_400);
    expect(read % 128).toBe(0);
    expect(await cached(user(text(900)))).toEqual([0, 0]);
    now += 31 * 60_000;
    expect(await cached(user(text(1_500)))).toEqual([0, 0]);
  });

  it("keeps exactly what is marked when the request says so", async () => {
    const prompt_cache_options = { mode: "explicit" };
    const marked = { ...text(1_200), prompt_cache_breakpoint: { mode: "explicit" } };
    const turn = (rest: string) => ({ ...user(marked, text(500, rest)), prompt_cache_options });
    expect(await cached(turn("b"))).toEqual([0, 1_200]);
    expect(await cached(turn("c"))).toEqual([1_200, 0]);
    expect(await cached({ ...user(text(1_200)), prompt_cache_options })).toEqual([0, 0]);
  });
});
