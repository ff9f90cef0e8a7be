import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTables, type Tables } from "../../src/dynamodb/start-tables.ts";
import type { WireRequest, WireService } from "../../src/http/wire.ts";
import { asCaller, calledBy } from "../../src/metering/caller.ts";
import { type CloudUse, onUse } from "../../src/metering/cloud-use.ts";
import { meteredObjects, meteredQueues } from "../../src/metering/metered-services.ts";

let dir: string;
let tables: Tables;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-meter-"));
  tables = await startTables({ dataDir: dir });
  await call("CreateTable", {
    TableName: "things",
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    BillingMode: "PAY_PER_REQUEST",
  });
});

afterEach(async () => {
  tables.close();
  await rm(dir, { recursive: true, force: true });
});

const request = (more: Partial<WireRequest>): WireRequest => ({
  method: "POST",
  path: "/",
  query: "",
  headers: {},
  body: Buffer.alloc(0),
  ...more,
});

const call = async (operation: string, body: object) => {
  const headers = { "x-amz-target": `DynamoDB_20120810.${operation}` };
  const answer = await tables.service(request({ headers, body: Buffer.from(JSON.stringify(body)) }));
  return { status: answer.status, body: JSON.parse(answer.body.toString()) };
};

async function usesOf(act: () => Promise<unknown>): Promise<readonly CloudUse[]> {
  const uses: CloudUse[] = [];
  const stop = onUse((use) => uses.push(use));
  await act();
  stop();
  return uses;
}

const key = { pk: { S: "a" } };
const item = { ...key, text: { S: "x".repeat(3_000) } };

test("a write of 3 KB is three units, its consistent read one, and what a condition refused is billed all the same", async () => {
  const uses = await usesOf(async () => {
    await call("PutItem", { TableName: "things", Item: item });
    await call("GetItem", { TableName: "things", Key: key, ConsistentRead: true });
    const again = { TableName: "things", Item: item, ConditionExpression: "attribute_not_exists(pk)" };
    expect((await call("PutItem", again)).status).toBe(400);
  });
  expect(uses).toMatchObject([
    {
      service: "dynamodb",
      caller: "network",
      operation: "PutItem",
      units: 3,
      kind: "write",
      request: { Item: item },
    },
    {
      service: "dynamodb",
      caller: "network",
      operation: "GetItem",
      units: 1,
      kind: "read",
      request: { Key: key },
    },
    { service: "dynamodb", caller: "network", operation: "PutItem", units: 1, kind: "write" },
  ]);
});

test("without anybody who counts, an answer has no capacity that nobody asked for", async () => {
  expect((await call("PutItem", { TableName: "things", Item: item })).body).toEqual({});
});

const answering =
  (body: string): WireService =>
  async () => ({ status: 200, headers: {}, body });

test("objects are counted by method with their bytes, lists as lists, queue requests by their larger way", async () => {
  const objects = meteredObjects(answering("four"));
  const queues = meteredQueues(answering("{}"));
  const uses = await usesOf(async () => {
    await objects(request({ method: "PUT", path: "/b/k", body: Buffer.from("seven b") }));
    await objects(request({ method: "GET", path: "/b", query: "list-type=2&prefix=x" }));
    await objects(request({ method: "HEAD", path: "/b/k" }));
    await queues(request({ headers: { "x-amz-target": "AmazonSQS.SendMessage" }, body: Buffer.alloc(90) }));
  });
  expect(uses).toEqual([
    { service: "s3", caller: "network", operation: "PUT", bytesIn: 7, bytesOut: 4 },
    { service: "s3", caller: "network", operation: "LIST", bytesIn: 0, bytesOut: 4 },
    { service: "s3", caller: "network", operation: "HEAD", bytesIn: 0, bytesOut: 0 },
    { service: "sqs", caller: "network", operation: "SendMessage", bytes: 90, messages: 1 },
  ]);
});

test("a queue request tells how many messages it brought or deleted", async () => {
  const ask = (operation: string, body: object, answer: object) =>
    meteredQueues(answering(JSON.stringify(answer)))(
      request({
        headers: { "x-amz-target": `AmazonSQS.${operation}` },
        body: Buffer.from(JSON.stringify(body)),
      }),
    );
  const uses = await usesOf(async () => {
    await ask("ReceiveMessage", {}, {});
    await ask("ReceiveMessage", {}, { Messages: [{}, {}] });
    await ask("DeleteMessageBatch", { Entries: [{}, {}, {}] }, {});
  });
  expect(uses).toMatchObject([{ messages: 0 }, { messages: 2 }, { messages: 3 }]);
});

test("a call is counted as that of the function that runs, of whoever is named, or of the farm's own process", async () => {
  const queues = meteredQueues(answering("{}"));
  const ask = (service: WireService) =>
    service(request({ headers: { "x-amz-target": "AmazonSQS.SendMessage" } }));
  const uses = await usesOf(async () => {
    await asCaller("verify-step", () => ask(calledBy(queues)));
    await ask(calledBy(queues, "engine"));
    await ask(calledBy(queues));
  });
  expect(uses.map(({ caller }) => caller)).toEqual(["verify-step", "engine", "farm"]);
});
