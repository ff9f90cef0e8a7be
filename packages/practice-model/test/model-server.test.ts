import Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { type ModelServer, startModelServer } from "../src/start-model-server.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const hello = { model: "practice-1", max_tokens: 64, messages: [{ role: "user", content: "Hello" }] };
const post = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${server.url}/v1/messages`, {
    method: "POST",
    headers: {
      "x-api-key": server.apiKey,
      "anthropic-version": "2023-06-01",
      "content-type": "application/json",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

async function expectError(
  response: Response,
  status: number,
  type: string,
  message: string | RegExp,
): Promise<void> {
  const requestId = response.headers.get("request-id");
  expect(requestId).toMatch(/^req_/);
  expect(response.status).toBe(status);
  const wanted = {
    type: "error",
    error: { type, message: expect.stringMatching(message) },
    request_id: requestId,
  };
  expect(await response.json()).toEqual(wanted);
}

describe("the practice model's API", () => {
  it("answers the SDK with a whole message", async () => {
    const client = new Anthropic({ baseURL: server.url, apiKey: server.apiKey });
    const { data, request_id } = await client.messages
      .create({ model: "practice-1", max_tokens: 64, messages: [{ role: "user", content: "Hello" }] })
      .withResponse();
    expect(request_id).toMatch(/^req_/);
    expect(data).toMatchObject({
      type: "message",
      role: "assistant",
      model: "practice-1",
      stop_reason: "end_turn",
    });
    expect(data.usage).toMatchObject({ input_tokens: expect.any(Number), output_tokens: expect.any(Number) });
  });

  it("lists its one model, clearly named", async () => {
    const client = new Anthropic({ baseURL: server.url, apiKey: server.apiKey });
    const models = await client.models.list();
    expect(models.data).toMatchObject([{ id: "practice-1", display_name: "Drover practice model" }]);
  });

  it("takes the key as x-api-key, and as a bearer token as the SDK sends it", async () => {
    expect((await post(hello)).status).toBe(200);
    const headers = { authorization: `Bearer ${server.apiKey}`, "anthropic-version": "2023-06-01" };
    expect((await fetch(`${server.url}/v1/models`, { headers })).status).toBe(200);
    await expectError(
      await fetch(`${server.url}/v1/models`),
      401,
      "authentication_error",
      "header is required",
    );
  });

  it.each(["sk-wrong", ""])("refuses the key %j", async (key) => {
    await expectError(
      await post(hello, { "x-api-key": key }),
      401,
      "authentication_error",
      "invalid x-api-key",
    );
  });

  it.each([
    ["{oops", "not valid JSON"],
    [{ ...hello, messages: [] }, /^messages/],
    [{ ...hello, max_tokens: 0 }, /^max_tokens/],
    [{ ...hello, model: undefined }, /^model/],
    [{ ...hello, stream: true }, /does not stream/],
    [
      { ...hello, thinking: { type: "enabled", budget_tokens: 1024 } },
      /"thinking.type.enabled" is not supported/,
    ],
    [{ ...hello, thinking: { type: "disabled" } }, /"thinking.type.disabled" is not supported/],
    [{ ...hello, temperature: 0.2 }, /^`temperature` is deprecated for this model\.$/],
    [{ ...hello, top_p: 0.9 }, /^`top_p` is deprecated/],
    [{ ...hello, tool_choice: { type: "any" } }, /^tool_choice: type "tool" and "any" are not supported/],
    [
      { ...hello, messages: [...hello.messages, { role: "assistant", content: "It is" }] },
      /does not support assistant message prefill/,
    ],
    [{ ...hello, output_config: { effort: "extreme" } }, /^output_config\.effort/],
    [{ ...hello, wibble: 1 }, /^wibble: Extra inputs are not permitted$/],
    [
      {
        ...hello,
        messages: [
          { role: "assistant", content: "Hi" },
          { role: "user", content: "Hello" },
        ],
      },
      /first message must use the "user" role/,
    ],
    [{ ...hello, messages: [{ role: "user", content: [{ type: "document" }] }] }, /^messages/],
    [
      {
        ...hello,
        messages: [
          { role: "user", content: "a" },
          { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "tap", input: {} }] },
          { role: "user", content: "b" },
        ],
      },
      /t1/,
    ],
  ])("refuses %j by naming what is wrong", async (body, message) => {
    await expectError(await post(body), 400, "invalid_request_error", message);
  });

  it("wants the version header", async () => {
    const response = await fetch(`${server.url}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": server.apiKey },
      body: "{}",
    });
    await expectError(response, 400, "invalid_request_error", "anthropic-version");
  });

  it("knows no other model and no other path", async () => {
    await expectError(await post({ ...hello, model: "claude-x" }), 404, "not_found_error", "model: claude-x");
    const headers = { "x-api-key": server.apiKey, "anthropic-version": "2023-06-01" };
    await expectError(
      await fetch(`${server.url}/v1/complete`, { headers }),
      404,
      "not_found_error",
      "Not found",
    );
  });

  it("refuses bodies beyond 32 MB", async () => {
    await expectError(
      await post(`"${"x".repeat(33 * 1024 * 1024)}"`),
      413,
      "request_too_large",
      "maximum size",
    );
  });

  it("says that it only understands Drover's prompts", async () => {
    const body = z
      .object({ content: z.array(z.object({ text: z.string() })) })
      .parse(await (await post(hello)).json());
    expect(body.content[0]?.text).toContain("practice model");
  });

  it("closes at once although a request hangs", async () => {
    const silent = await startModelServer({ script: [{ silent: true }] });
    const client = new Anthropic({ baseURL: silent.url, apiKey: silent.apiKey, maxRetries: 0 });
    const asked = client.messages.create({
      model: "practice-1",
      max_tokens: 64,
      messages: [{ role: "user", content: "Hello" }],
    });
    const failed = expect(asked).rejects.toThrow();
    await expect.poll(() => silent.requests.length).toBe(1);
    await silent.close();
    await silent.close();
    await failed;
  });

  it("says that its port is in use", async () => {
    await expect(startModelServer({ port: Number(new URL(server.url).port) })).rejects.toThrow("is in use");
  });
});
