import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { notTried, python } from "../find-python.ts";

const bodyOf = async (request: IncomingMessage): Promise<string> => (await request.toArray()).join("");

/** Fails as a farm's gateway does, and breaks a stream of events off. */
async function failingServer() {
  const asked: {
    readonly line: string;
    readonly body: string;
    readonly headers: IncomingMessage["headers"];
  }[] = [];
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    const isFirst = !asked.some((one) => one.line === line);
    asked.push({ line, body: await bodyOf(request), headers: request.headers });
    if (line.endsWith("/events")) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      if (!isFirst) return response.end("event: end\nid: 2\ndata: 2\n\n");
      return response.write("id: 1\ndata: 1\n\nid: 9\ndata: 9\n", () => request.socket.destroy());
    }
    const isGood = line.endsWith("screenshot") || (!isFirst && !line.endsWith("always"));
    const status = isGood ? 200 : line.includes("throttled") ? 429 : 503;
    response.writeHead(status).end(JSON.stringify(isGood ? "good" : { message: "Not now" }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, [Symbol.asyncDispose]: async () => void server.close() };
}

it(`the client for Python sends again only what is safe, and goes on after the last event${notTried}`, async () => {
  if (python === null) return expect(python).toBeNull();
  await using server = await failingServer();
  const client = path.resolve(import.meta.dirname, "../../packages/python-client");
  const env = { ...process.env, PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: "1" };
  const script = path.join(import.meta.dirname, "python-retries.py");
  const { stdout } = await promisify(execFile)(python, ["-W", "error", script, server.url], { env });
  expect(JSON.parse(stdout)).toEqual({
    read: "good",
    submitted: "good",
    cancelled: 503,
    throttled: "good",
    screen: "good",
    always: 503,
    events: [1, 2],
  });
  const requests = (line: string) => server.asked.filter((one) => one.line.endsWith(line));
  const [first, second] = requests("POST /v1/jobs");
  expect(first?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
  expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
  expect(requests("/never/cancel")).toHaveLength(1);
  expect(requests("/always").length).toBeGreaterThan(2);
  expect(requests("/always").length).toBeLessThan(8);
  expect(requests("/events").map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "1"]);
  const [screen] = server.asked.filter(({ line }) => line.includes("/a%2Fb/"));
  expect(JSON.parse(screen?.body ?? "")).toEqual({ as: "link" });
}, 60_000);
