/**
 * `npm run bench:tables`: conditional updates and reads a second of the local DynamoDB, called in process through the SDK's
 * document client, as the farm's functions call it. On a busy machine only the CPU time of each call says something.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { inProcessHandler, startDynamodbServer } from "@drover/aws-local";
import { tableDefinition } from "#shared/storage/table/table-definition.ts";
import { unsigned } from "#shared/storage/table/unsigned.ts";

const TableName = "drover";
const seconds = 5;
const atOnce = 8;
const keys = 1_000;

const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-"));
const server = await startDynamodbServer({ dataDir: dir });
const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    region: "us-east-1",
    endpoint: server.url,
    credentials: { accessKeyId: "FARM", secretAccessKey: "s" },
    requestHandler: inProcessHandler(server.service, "127.0.0.1"),
    signer: unsigned,
  }),
);
await client.send(new CreateTableCommand(tableDefinition(TableName)));

const Key = (index: number) => ({ pk: `local#job#${index % keys}`, sk: "job" });

const calls = {
  "conditional updates": (index: number) =>
    client.send(
      new UpdateCommand({
        TableName,
        Key: Key(index),
        UpdateExpression: "SET #text = :text, #gsi1pk = :list, #gsi1sk = :place ADD #count :one",
        ConditionExpression: "attribute_not_exists(#count) OR #count < :many",
        ExpressionAttributeNames: {
          "#text": "text",
          "#gsi1pk": "gsi1pk",
          "#gsi1sk": "gsi1sk",
          "#count": "count",
        },
        ExpressionAttributeValues: {
          ":text": "x".repeat(300),
          ":list": "local#jobs",
          ":place": `place-${index % keys}`,
          ":one": 1,
          ":many": 1_000_000_000,
        },
      }),
    ),
  reads: (index: number) => client.send(new GetCommand({ TableName, Key: Key(index) })),
  "queries that stop after 20 items": () =>
    client.send(
      new QueryCommand({
        TableName,
        IndexName: "gsi1",
        KeyConditionExpression: "gsi1pk = :list",
        ExpressionAttributeValues: { ":list": "local#jobs" },
        Limit: 20,
      }),
    ),
} as const satisfies Record<string, (index: number) => Promise<unknown>>;

for (const [name, call] of Object.entries(calls)) {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  let done = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1_000) await call(done++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const rate = done / ((performance.now() - startedAt) / 1_000);
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpu = (user + system) / done;
  process.stdout.write(
    `${name.padEnd(34)} ${rate.toFixed(0).padStart(6)} a second, ${cpu.toFixed(0).padStart(5)} microseconds of CPU each\n`,
  );
}
client.destroy();
await server.close();
await rm(dir, { recursive: true });
