import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ScenarioInput } from "@drover/practice-model";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterEach, describe, expect, it } from "vitest";
import { createModelClient, type ModelClient } from "#agent/model-calls/model-client.ts";
import { plainChat } from "#agent/models/provider-table.ts";
import { openAiProvider } from "#agent/providers/openai/openai-provider.ts";

let server: ModelServer | undefined;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await server?.close();
  server = undefined;
  for (const close of closing.splice(0)) await close();
});

function clientAt(baseUrl: string, apiKey: string): ModelClient {
  return createModelClient({
    provider: openAiProvider({ baseUrl, apiKey, chat: plainChat }),
    firstBackoffMilliseconds: 2,
  });
}
async function clientFor(script: ScenarioInput, apiKey?: string): Promise<ModelClient> {
  server = await startModelServer({ script });
  return clientAt(`${server.url}/v1`, apiKey ?? server.apiKey);
}
/** Answers every request so, as services do that the practice model does not stand in for. */
async function answering(status: number, body: string): Promise<ModelClient> {
  const http = createServer((_, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(body),
  );
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => http.close(() => resolve())));
  return clientAt(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, "k");
}

const request = {
  model: "practice-1",
  maxOutputTokens: 100,
  system: [],
  messages: [{ role: "user" as const, parts: [{ type: "text" as const, text: "Hello" }] }],
};
const failing = (client: ModelClient, seconds = 5, over = {}) =>
  client.complete({ ...request, ...over }, seconds).then(
    () => Promise.reject(new Error("it answered")),
    (error: unknown) => error,
  );

describe("the client of chat completions", () => {
  it.each([429, 500, 503])("[fault E1] tries %i again and then has its answer", async (status) => {
    const client = await clientFor([{ status, times: 2 }, { raw: "hi" }]);
    expect(await client.complete(request, 5)).toMatchObject({
      parts: [{ type: "text", text: "hi" }],
      usage: { calls: 1, inputTokens: expect.any(Number), pricedCalls: 0 },
      requestId: expect.stringMatching(/^req_/),
    });
    expect(server?.requests).toHaveLength(3);
  });

  it("[fault E1] leaves a wait that would outlast the call to the workflow, with its length", async () => {
    const client = await clientFor([{ status: 429, retryAfterSeconds: 60 }]);
    expect(await failing(client)).toMatchObject({
      code: "ModelOverloaded",
      details: { retryAfterSeconds: 60, status: 429, type: "rate_limit_exceeded" },
    });
    expect(server?.requests).toHaveLength(1);
  });

  it("[fault E1] finds how long to wait in the body where Gemini puts it, within a list", async () => {
    const body = [
      {
        error: {
          code: 429,
          message: 'Quota "x" exceeded.',
          status: "RESOURCE_EXHAUSTED",
          details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.5s" }],
        },
      },
    ];
    const error = await failing(await answering(429, JSON.stringify(body)));
    expect(error).toMatchObject({
      code: "ModelOverloaded",
      message: expect.stringMatching(/: Quota "x" exceeded\.$/),
      details: { retryAfterSeconds: 34.5 },
    });
  });

  it("does not wait for an account without money", async () => {
    const error = {
      message: "You exceeded your current quota",
      type: "insufficient_quota",
      code: "insufficient_quota",
    };
    expect(await failing(await answering(429, JSON.stringify({ error })))).toMatchObject({
      code: "ModelRejected",
      details: { status: 429 },
    });
  });

  it("[spec I5.2] names URL, timeout and the doctor when the model is silent", async () => {
    const error = await failing(await clientFor([{ silent: true, times: 5 }]), 0.2);
    expect(error).toMatchObject({
      code: "ModelTimeout",
      message: expect.stringContaining(`${server?.url}/v1 did not reply within 0.2 s`),
      details: { url: `${server?.url}/v1`, timeoutSeconds: 0.2 },
    });
    expect((error as { advice: string[] }).advice.join()).toContain("drover doctor");
  });

  it("says which key or model was rejected without showing the key", async () => {
    const error = await failing(await clientFor([], "sk-wrong-secret"));
    expect(error).toMatchObject({ code: "ModelRejected", details: { status: 401, type: "invalid_api_key" } });
    expect(JSON.stringify(error)).not.toContain("sk-wrong-secret");
    expect(await failing(await clientFor([]), 5, { model: "gpt-9" })).toMatchObject({
      code: "ModelRejected",
      details: { status: 404, model: "gpt-9", type: "model_not_found" },
    });
  });

  it("calls a proxy's page and a dead port unavailable", async () => {
    expect(await failing(await answering(200, "<html>busy</html>"))).toMatchObject({
      code: "ModelUnavailable",
    });
    const client = await clientFor([]);
    await server?.close();
    expect(await failing(client)).toMatchObject({
      code: "ModelUnavailable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

describe("checking a model at chat completions", () => {
  it("[spec I1.1] looks for it in the service's list, by the names it answers to", async () => {
    const client = await answering(
      200,
      JSON.stringify({ object: "list", data: [{ id: "models/gemini-2.5-pro" }, { id: "llama3.2:latest" }] }),
    );
    for (const model of ["gemini-2.5-pro", "llama3.2", "llama3.2:latest"]) await client.check(model);
    await expect(client.check("gpt-nobody")).rejects.toMatchObject({ code: "ModelRejected" });
  });

  it("[spec I1.1] refuses a wrong key, and nothing else that a list of models may answer", async () => {
    await expect((await clientFor([], "sk-wrong")).check("practice-1")).rejects.toMatchObject({
      code: "ModelRejected",
    });
    for (const status of [404, 429, 500]) await (await answering(status, "{}")).check("any");
  });
});
