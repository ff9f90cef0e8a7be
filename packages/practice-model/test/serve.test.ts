import { request } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../src/start-model-server.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ apiKey: "k" });
});
afterEach(() => server.close());

const statusWith = (headers: Readonly<Record<string, string>>, body = "{}"): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(`${server.url}/v1/messages`, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject).end(body);
  });

it("refuses web pages and names that were rebound to loopback", async () => {
  expect(await statusWith({ origin: "https://example.com" })).toBe(403);
  expect(await statusWith({ host: "example.com" })).toBe(403);
  expect(await statusWith({ host: "localhost:1" })).toBe(401);
});

it("closes more than once, and with a request under way", async () => {
  await server.close();
  await server.close();
  server = await startModelServer({ apiKey: "k", script: [{ silent: true }] });
  const headers = { "x-api-key": "k", "anthropic-version": "2023-06-01" };
  const message = { model: server.model, max_tokens: 9, messages: [{ role: "user", content: "Hello" }] };
  const asked = statusWith(headers, JSON.stringify(message)).catch((error: Error) => error);
  await expect.poll(() => server.requests.length).toBe(1);
  await server.close();
  expect(await asked).toBeInstanceOf(Error);
});
