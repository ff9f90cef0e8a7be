import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../src/start-model-server.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ script: [{ reply: { action: "back" }, reasoning: "Away.", times: 1 }] });
});
afterEach(() => server.close());

const tool = (parameters: object, strict = true) => ({ type: "function", name: "back", parameters, strict });
const closed = { type: "object", properties: {}, required: [], additionalProperties: false };
const hello = { model: "practice-1", store: false, input: "Hello" };
const call = { type: "function_call", call_id: "c", name: "back", arguments: "{}" };
const post = (body: unknown): Promise<Response> =>
  fetch(`${server.url}/v1/responses`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("the Responses API of the practice model", () => {
  it("answers OpenAI's SDK with what was reasoned, encrypted, and the call", async () => {
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.apiKey });
    const response = await client.responses.create({
      ...hello,
      tools: [{ type: "function", name: "back", parameters: closed, strict: true }],
      reasoning: { effort: "high" },
      include: ["reasoning.encrypted_content"],
    });
    expect(response).toMatchObject({
      object: "response",
      status: "completed",
      output: [
        { type: "reasoning", summary: [], encrypted_content: expect.stringMatching(/^gAAAA/) },
        { type: "function_call", name: "back", status: "completed" },
      ],
      usage: { output_tokens_details: { reasoning_tokens: 2 } },
    });
  });

  it.each([
    [
      { ...hello, store: undefined },
      "store",
      "missing_required_parameter",
      "Missing required parameter: 'store'",
    ],
    [{ ...hello, messages: [] }, "messages", "unknown_parameter", "Unknown parameter: 'messages'."],
    [{ ...hello, temperature: 0 }, "temperature", null, "'temperature' is not supported with this model"],
    [
      { ...hello, reasoning: { effort: "minimal" } },
      "reasoning.effort",
      "unsupported_value",
      "'reasoning.effort'",
    ],
    [
      { ...hello, input: [{ role: "user", content: "x" }, call] },
      "input",
      null,
      "No tool output found for function call c.",
    ],
    [
      { ...hello, input: [{ type: "function_call_output", call_id: "c", output: "x" }] },
      "input",
      null,
      "No tool call found for function call output with call_id c.",
    ],
    [
      { ...hello, input: [{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAx" }] },
      "input",
      null,
      "without its required following item",
    ],
    [
      { ...hello, input: [{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "mine" }] },
      null,
      "invalid_encrypted_content",
      "could not be verified",
    ],
    [
      { ...hello, tools: [tool({ ...closed, properties: { a: { type: "string" } } })] },
      "tools",
      "invalid_function_parameters",
      "Missing 'a'",
    ],
    [
      { ...hello, tools: [tool({ type: "object", properties: {} })] },
      "tools",
      "invalid_function_parameters",
      "'additionalProperties' is required to be supplied and to be false",
    ],
  ])("refuses %j", async (body, param, code, message) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: { message: expect.stringContaining(message), type: "invalid_request_error", param, code },
    });
  });

  it("has nothing of an earlier answer, and takes any schema of a tool that is not strict", async () => {
    const lost = await post({ ...hello, input: [{ type: "reasoning", id: "rs_1", summary: [] }, call] });
    expect([lost.status, await lost.text()]).toEqual([400, expect.stringContaining("No tool output found")]);
    const alone = await post({ ...hello, input: [{ type: "reasoning", id: "rs_1", summary: [] }] });
    expect([alone.status, await alone.text()]).toEqual([
      404,
      expect.stringContaining("Items are not persisted"),
    ]);
    const open = { type: "object", properties: { a: {} } };
    expect((await post({ ...hello, tools: [tool(open, false)] })).status).toBe(200);
  });

  it("is there for OpenAI alone", async () => {
    await server.close();
    server = await startModelServer({ service: "vllm" });
    expect((await post(hello)).status).toBe(404);
  });
});
