import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateTableCommand, DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { inProcessHandler, startTables, type Tables } from "@drover/aws-local";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcessTables } from "#local/cloud/in-process-tables.ts";
import { type AwsClients, closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { tableDefinition } from "#shared/storage/table/table-definition.ts";
import { conversation, item, key } from "../../shared/storage/table-conversation.ts";

let dir: string;
let tables: Tables;
let clients: AwsClients;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-in-process-"));
  tables = await startTables({ dataDir: dir });
  clients = createAwsClients({
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    requestHandlers: { dynamodb: inProcessHandler(tables.service, "127.0.0.1") },
  });
  for (const name of ["sdk", "lean"])
    await clients.dynamodb.send(new CreateTableCommand(tableDefinition(name)));
});
afterAll(async () => {
  closeAwsClients(clients);
  tables.close();
  await rm(dir, { recursive: true });
});

describe("the in-process client of the tables", () => {
  it("answers and fails as the SDK's own does", async () => {
    const { dynamodb } = clients;
    const lean = await conversation(inProcessTables(tables, dynamodb), "lean");
    expect(lean).toEqual(await conversation(dynamodb, "sdk"));
    expect(lean).toHaveLength(13);
    expect(lean[2]).toEqual({ Item: JSON.parse(JSON.stringify(item)) });
  });

  it("gives the same object for an item until it is written, and then another with the parts that stayed", async () => {
    const client = inProcessTables(tables, clients.dynamodb);
    const named = { TableName: "lean", Key: key("lasting") };
    const read = async () => (await client.send(new GetCommand(named))).Item as Record<string, unknown>;
    await client.send(
      new PutCommand({ TableName: "lean", Item: { ...key("lasting"), count: 1, list: [{ a: 1 }] } }),
    );
    const first = await read();
    expect(await read()).toBe(first);
    const update = { UpdateExpression: "SET #c = :c", ExpressionAttributeNames: { "#c": "count" } };
    await client.send(new UpdateCommand({ ...named, ...update, ExpressionAttributeValues: { ":c": 2 } }));
    const second = await read();
    expect([first.count, second.count]).toEqual([1, 2]);
    expect(second.list).toBe(first.list);
  });

  it("leaves every other command to the SDK's client", async () => {
    const client = inProcessTables(tables, clients.dynamodb);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: "lean" }));
    expect(Table?.TableName).toBe("lean");
  });

  it.each([
    ["bytes", new Uint8Array(1)],
    ["a set", new Set(["x"])],
    ["no number", Number.NaN],
    ["a date", new Date(0)],
  ])("refuses to write what is no value of JSON: %s", async (_what, value) => {
    const client = inProcessTables(tables, clients.dynamodb);
    const Item = { ...key("x"), value };
    await expect(client.send(new PutCommand({ TableName: "lean", Item }))).rejects.toThrow(TypeError);
  });
});
