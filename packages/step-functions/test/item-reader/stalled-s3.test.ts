import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readItems } from "../../src/item-reader/read-items.ts";
import { writeResults } from "../../src/result-writer/write-results.ts";
import { collect } from "./collect.ts";

let server: Server;
let client: S3Client;
const open = new Set<ServerResponse>();

/** An S3 that begins to answer a read and then says no more, and takes no write at all. */
beforeAll(async () => {
  server = createServer((request, response) => {
    open.add(response);
    if (request.method === "GET") response.writeHead(200, { "content-length": "100" }).write("[1,2,");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const endpoint = `http://127.0.0.1:${port}`;
  client = new S3Client({
    endpoint,
    forcePathStyle: true,
    region: "eu-central-1",
    credentials,
    maxAttempts: 1,
  });
});
afterAll(async () => {
  client.destroy();
  for (const response of open) response.destroy();
  server.close();
  await once(server, "close");
});

const reading = (signal: AbortSignal) =>
  readItems(client, {
    resource: "arn:aws:states:::s3:getObject",
    arguments: { Bucket: "b", Key: "k" },
    config: { InputType: "JSON" },
    signal,
  });

it("fails with States.ItemReaderFailed at the deadline, after the items that came", async () => {
  const seen: unknown[] = [];
  const deadline = new AbortController();
  const run = (async () => {
    for await (const { input } of reading(deadline.signal)) {
      seen.push(input);
      // As AbortSignal.timeout does, once everything that will ever come has come.
      if (input === 2) deadline.abort(new DOMException("The operation timed out.", "TimeoutError"));
    }
  })();
  await expect(run).rejects.toMatchObject({
    error: "States.ItemReaderFailed",
    message: "S3 did not deliver the items in time",
  });
  expect(seen).toEqual([1, 2]);
});

it("ends at once when the run is aborted in the middle of a body, without blaming the reader", async () => {
  const abort = new AbortController();
  const run = (async () => {
    for await (const { input } of reading(abort.signal)) if (input === 2) abort.abort(new Error("stopped"));
  })();
  await expect(run).rejects.not.toMatchObject({ error: "States.ItemReaderFailed" });
});

it("fails with States.ResultWriterFailed when S3 takes nothing until the deadline", async () => {
  const request = { arguments: { Bucket: "b" }, mapRunArn: "arn:run:1", signal: AbortSignal.timeout(150) };
  await expect(writeResults(client, request, [{ status: "PENDING", input: "1" }])).rejects.toMatchObject({
    error: "States.ResultWriterFailed",
    message: "S3 did not take the results in time",
  });
});

it("stops reading the body when no more items are asked for", async () => {
  const items = await collect(
    readItems(client, {
      resource: "arn:aws:states:::s3:getObject",
      arguments: { Bucket: "b", Key: "k" },
      config: { InputType: "JSON" },
      maxItems: 1,
      signal: AbortSignal.timeout(60_000),
    }),
  );
  expect(items.map(({ input }) => input)).toEqual([1]);
});
