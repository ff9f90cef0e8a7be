import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { WireRequest, WireResponse } from "../../src/http/wire.ts";
import { serveOverPort, wiresOverPort } from "../../src/wire/wires-over-port.ts";

let here: MessagePort;
let there: MessagePort;
beforeEach(() => {
  ({ port1: here, port2: there } = new MessageChannel());
});
afterEach(() => {
  here.close();
  there.close();
});

const request = (body: Buffer, gone?: AbortSignal): WireRequest => ({
  method: "PUT",
  path: "/bucket/key",
  query: "a=1",
  headers: { host: "127.0.0.1", "x-amz-date": "today" },
  body,
  ...(gone === undefined ? {} : { gone }),
});
const answer = (body: Buffer | string, status = 200): WireResponse => ({
  status,
  headers: { etag: "e" },
  body,
});

it("carries a request to the service of its name and the answer back, bytes and texts as they are", async () => {
  const heard: WireRequest[] = [];
  serveOverPort(there, {
    objects: async (asked) => {
      heard.push(asked);
      return answer(Buffer.from(asked.body).reverse());
    },
    queues: async ({ body }) => answer(`{"length":${body.length}}`, 400),
  });
  const { objects, queues } = wiresOverPort(here, ["objects", "queues"]);

  expect(await objects(request(Buffer.from([1, 2, 250])))).toEqual(answer(Buffer.from([250, 2, 1])));
  expect(await queues(request(Buffer.alloc(0)))).toEqual(answer('{"length":0}', 400));
  expect(heard[0]).toMatchObject({
    method: "PUT",
    path: "/bucket/key",
    query: "a=1",
    headers: { host: "127.0.0.1" },
  });
  expect(Buffer.isBuffer(heard[0]?.body)).toBe(true);
});

it("leaves the caller's bytes with the caller, and those around them", async () => {
  serveOverPort(there, { objects: async ({ body }) => answer(body) });
  const { objects } = wiresOverPort(here, ["objects"]);
  const pool = Buffer.from("before-body-after");
  const body = pool.subarray(7, 11);
  const { body: back } = await objects(request(body));
  expect([String(back), String(pool), (back as Buffer).buffer.byteLength]).toEqual([
    "body",
    "before-body-after",
    4,
  ]);
});

it("answers many requests in the order in which they are ready", async () => {
  const first = Promise.withResolvers<void>();
  serveOverPort(there, {
    queues: async ({ body }) => {
      if (String(body) === "first") await first.promise;
      return answer(String(body));
    },
  });
  const { queues } = wiresOverPort(here, ["queues"]);
  const slow = queues(request(Buffer.from("first")));
  expect((await queues(request(Buffer.from("second")))).body).toBe("second");
  first.resolve();
  expect((await slow).body).toBe("first");
});

it("tells the service when who asked does not wait any more, before or while it works", async () => {
  const ended: string[] = [];
  serveOverPort(there, {
    queues: async ({ body, gone }) => {
      if (gone?.aborted !== true) await new Promise((resolve) => gone?.addEventListener("abort", resolve));
      ended.push(String(body));
      return answer("");
    },
  });
  const { queues } = wiresOverPort(here, ["queues"]);
  const leaving = new AbortController();
  const polls = [
    queues(request(Buffer.from("poll"), leaving.signal)),
    queues(request(Buffer.from("late"), AbortSignal.abort())),
  ];
  leaving.abort();
  await Promise.all(polls);
  expect(ended.sort()).toEqual(["late", "poll"]);
});

it("fails as the service did when it throws, or when there is none of that name", async () => {
  serveOverPort(there, { objects: () => Promise.reject(new TypeError("no body")) });
  const { objects, queues } = wiresOverPort(here, ["objects", "queues"]);
  await expect(objects(request(Buffer.alloc(0)))).rejects.toThrow("TypeError: no body");
  await expect(queues(request(Buffer.alloc(0)))).rejects.toThrow(
    "There is no service queues in this thread.",
  );
});
