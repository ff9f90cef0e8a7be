import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateTableCommand, DynamoDBClient, ListBackupsCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type DynamodbServer, startDynamodbServer } from "../../src/dynamodb/dynamodb-server.ts";
import { inProcessHandler } from "../../src/wire/in-process-handler.ts";
import { tableDefinition } from "./table-definition.ts";

const TableName = "drover";
const Key = { pk: "job", sk: "1" };
let dir: string;
let server: DynamodbServer;
let client: DynamoDBDocumentClient;

const clientOf = (extra = {}): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region: "us-east-1",
      endpoint: server.url,
      credentials: { ...farmKey },
      maxAttempts: 1,
      ...extra,
    }),
  );

const farmKey = { accessKeyId: "FARM", secretAccessKey: "s" };

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-ddb-"));
  server = await startDynamodbServer({
    dataDir: dir,
    signatures: { keys: [farmKey], region: "us-east-1", clock: () => new Date() },
  });
  client = clientOf();
  await client.send(new CreateTableCommand(tableDefinition(TableName)));
});
afterEach(async () => {
  client.destroy();
  await server.close();
  await rm(dir, { recursive: true });
});

it("keeps items over a restart", async () => {
  await client.send(new PutCommand({ TableName, Item: { ...Key, n: 1 } }));
  const { port } = server;
  await server.close();
  server = await startDynamodbServer({ dataDir: dir, port });
  expect((await client.send(new GetCommand({ TableName, Key }))).Item).toEqual({ ...Key, n: 1 });
});

it("answers a client of its own process without a socket, as it answers over one", async () => {
  const inside = clientOf({ requestHandler: inProcessHandler(server.service, "127.0.0.1") });
  await inside.send(new PutCommand({ TableName, Item: { ...Key, text: "ö 你好 😀" } }));
  const command = new GetCommand({ TableName, Key });
  expect((await inside.send(command)).Item).toEqual((await client.send(command)).Item);
  await expect(
    inside.send(new PutCommand({ TableName, Item: Key, ConditionExpression: "attribute_not_exists(pk)" })),
  ).rejects.toMatchObject({ name: "ConditionalCheckFailedException" });
});

it("lets exactly one of many conditional writes at once win", async () => {
  await client.send(new PutCommand({ TableName, Item: { ...Key, epoch: 0 } }));
  const raise = new UpdateCommand({
    TableName,
    Key,
    UpdateExpression: "SET epoch = :next",
    ConditionExpression: "epoch = :current",
    ExpressionAttributeValues: { ":next": 1, ":current": 0 },
  });
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => client.send(raise)));
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
});

it("names an operation that it does not know", async () => {
  await expect(client.send(new ListBackupsCommand({ TableName }))).rejects.toThrow(
    "does not know ListBackups",
  );
});

it("refuses another access key", async () => {
  const stranger = clientOf({ credentials: { accessKeyId: "OTHER", secretAccessKey: "s" } });
  await expect(stranger.send(new GetCommand({ TableName, Key }))).rejects.toMatchObject({
    name: "UnrecognizedClientException",
  });
  stranger.destroy();
});

it("goes on when a client goes away in the middle of a request", async () => {
  const socket = connect(server.port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{");
  await new Promise<void>((resolve) => socket.write("x", () => resolve()));
  socket.resetAndDestroy();
  expect((await client.send(new GetCommand({ TableName, Key }))).Item).toBeUndefined();
});

it("refuses a request from a web page and one by a rebound name", async () => {
  const origin = await fetch(server.url, { method: "POST", headers: { origin: "https://evil.example" } });
  expect(origin.status).toBe(403);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(server.port, "127.0.0.1", () => {
      socket.write("POST / HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 0\r\n\r\n");
    });
    socket.once("data", (data) => {
      resolve(data.toString());
      socket.destroy();
    });
  });
  expect(answer).toMatch(/^HTTP\/1.1 403/);
});

it("names the directory when another server has its tables open", async () => {
  await expect(startDynamodbServer({ dataDir: dir })).rejects.toMatchObject({
    name: "StartRefused",
    message: expect.stringContaining(dir),
  });
});

it("names the port that is in use", async () => {
  const other = await mkdtemp(path.join(tmpdir(), "drover-ddb-"));
  await expect(startDynamodbServer({ dataDir: other, port: server.port })).rejects.toMatchObject({
    name: "StartRefused",
    message: `Port ${server.port} on 127.0.0.1 is in use.`,
  });
  await rm(other, { recursive: true });
});
