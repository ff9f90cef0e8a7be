import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ScenarioInput } from "@drover/practice-model";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterEach, describe, expect, it } from "vitest";
import { createModelClient, type ModelClient } from "#agent/model-calls/model-client.ts";
import { anthropicProvider } from "#agent/providers/anthropic/anthropic-provider.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function clientFor(script: ScenarioInput, over: { apiKey?: string } = {}): Promise<ModelClient> {
  server = await startModelServer({ script });
  return createModelClient({
    provider: anthropicProvider({ baseUrl: server.url, apiKey: over.apiKey ?? server.apiKey }),
    firstBackoffMilliseconds: 2,
  });
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

describe("createModelClient", () => {
  it.each([429, 529, 500, 503])("[fault E1] tries %i again and then has its answer", async (status) => {
    const client = await clientFor([{ status, times: 2 }, { raw: "hi" }]);
    expect((await client.complete(request, 5)).parts).toEqual([{ type: "text", text: "hi" }]);
    expect(server?.requests).toHaveLength(3);
  });

  it("[fault E1] stops trying after three more times", async () => {
    const client = await clientFor([{ status: 529, times: 50 }]);
    expect(await failing(client)).toMatchObject({ code: "ModelOverloaded", retryable: true });
    expect(server?.requests).toHaveLength(4);
  });

  it("[fault E1] waits as long as the service asks", async () => {
    const client = await clientFor([{ status: 429, retryAfterSeconds: 0.3 }, { raw: "hi" }]);
    const startedAt = performance.now();
    await client.complete(request, 5);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295);
  });

  it("[fault E1] leaves a wait that would outlast the call to the workflow", async () => {
    const client = await clientFor([{ status: 429, retryAfterSeconds: 10 }]);
    expect(await failing(client)).toMatchObject({
      code: "ModelOverloaded",
      details: { retryAfter: "10", retryAfterSeconds: 10, status: 429 },
    });
    expect(server?.requests).toHaveLength(1);
  });

  it("[fault E1] tries a cut connection again", async () => {
    const client = await clientFor([{ hangUp: true }, { raw: "hi" }]);
    expect((await client.complete(request, 5)).stop).toBe("end");
  });

  it("[spec I5.2] names URL, timeout and the doctor when the model is silent", async () => {
    const client = await clientFor([{ silent: true, times: 5 }]);
    const error = await failing(client, 0.2);
    expect(error).toMatchObject({
      code: "ModelTimeout",
      retryable: true,
      details: { url: server?.url, timeoutSeconds: 0.2 },
    });
    expect(String((error as Error).message)).toContain(`${server?.url} did not reply within 0.2 s`);
    expect((error as { advice: string[] }).advice.join()).toContain("drover doctor");
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  it("[spec I5.2] also bounds a body that never ends", async () => {
    const slow = createServer((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).write("{"),
    );
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const client = createModelClient({
      provider: anthropicProvider({
        baseUrl: `http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
        apiKey: "k",
      }),
    });
    expect(await failing(client, 0.2)).toMatchObject({ code: "ModelTimeout" });
    slow.closeAllConnections();
    await new Promise((resolve) => slow.close(resolve));
  });

  it.each([
    [{ status: 400, message: "bad" }, "ModelRejected"],
    [{ status: 403 }, "ModelRejected"],
    [{ status: 404 }, "ModelRejected"],
  ] as const)("does not repeat what was rejected: %j", async (entry, code) => {
    const client = await clientFor([{ ...entry }]);
    expect(await failing(client)).toMatchObject({
      code,
      retryable: false,
      details: { status: entry.status },
    });
    expect(server?.requests).toHaveLength(1);
  });

  it("says which key or model was rejected without showing the key", async () => {
    const client = await clientFor([], { apiKey: "sk-wrong-secret" });
    const error = await failing(client);
    expect(error).toMatchObject({
      code: "ModelRejected",
      details: { status: 401, type: "authentication_error" },
    });
    expect(JSON.stringify(error)).not.toContain("sk-wrong-secret");
    const other = await clientFor([]);
    expect(await failing(other, 5, { model: "claude-nonsense" })).toMatchObject({
      code: "ModelRejected",
      details: { status: 404, model: "claude-nonsense" },
    });
  });

  it("calls a proxy's page and a dead port unavailable", async () => {
    const client = await clientFor([{ body: "<html>busy</html>", times: 9 }]);
    expect(await failing(client)).toMatchObject({ code: "ModelUnavailable" });
    await server?.close();
    const error = await failing(client);
    expect(error).toMatchObject({
      code: "ModelUnavailable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

describe("checking a model", () => {
  it("[spec I1.1] refuses a model that the service does not have, and a key that it does not know", async () => {
    const client = await clientFor([]);
    await expect(client.check("practice-1")).resolves.toBeUndefined();
    await expect(client.check("claude-nobody")).rejects.toMatchObject({
      code: "ModelRejected",
      message: expect.stringContaining("has no model 'claude-nobody'"),
    });
    await server?.close();
    const stranger = await clientFor([], { apiKey: "sk-wrong" });
    await expect(stranger.check("practice-1")).rejects.toMatchObject({
      code: "ModelRejected",
      details: { status: 401 },
    });
  });

  it("[spec I1.1] lets a job begin when the service is only away, overloaded or has no list of models", async () => {
    const statuses = [529, 500, 429, 404];
    const http = createServer((_, response) => response.writeHead(statuses.shift() ?? 503).end("busy"));
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const client = createModelClient({ provider: anthropicProvider({ baseUrl, apiKey: "k" }) });
    for (let times = 0; times < 4; times += 1) await client.check("claude-any");
    expect(statuses).toEqual([]);
    await new Promise((resolve) => http.close(resolve));
    await expect(client.check("claude-any")).resolves.toBeUndefined();
  });

  it("asks again only after five minutes", async () => {
    let asked = 0;
    let milliseconds = 0;
    const http = createServer((_, response) => {
      asked += 1;
      response.writeHead(200, { "content-type": "application/json" }).end('{"type":"model","id":"m"}');
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const client = createModelClient({
      provider: anthropicProvider({ baseUrl, apiKey: "k" }),
      now: () => milliseconds,
    });
    for (milliseconds of [0, 299_000, 301_000]) await client.check("m");
    expect(asked).toBe(2);
    await new Promise((resolve) => http.close(resolve));
  });
});
