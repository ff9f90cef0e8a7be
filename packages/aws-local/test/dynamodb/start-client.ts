import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { startTables } from "../../src/dynamodb/start-tables.ts";
import { inProcessHandler } from "../../src/wire/in-process-handler.ts";

/** Tables in their own directory and an SDK client that calls them; everything ends with `close`. */
export async function startClient(clock?: () => Date) {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-tables-"));
  const tables = await startTables({ dataDir: dir, clock });
  const client = new DynamoDBClient({
    region: "us-east-1",
    endpoint: "http://127.0.0.1",
    credentials: { accessKeyId: "FARM", secretAccessKey: "s" },
    requestHandler: inProcessHandler(tables.service, "127.0.0.1"),
    signer: { sign: async (request) => request },
    maxAttempts: 1,
  });
  return {
    client,
    tables,
    dir,
    /** A request as it stands, for what the SDK would not send. */
    async raw(operation: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
      const { status, body: answer } = await tables.service({
        method: "POST",
        path: "/",
        query: "",
        headers: { "x-amz-target": `DynamoDB_20120810.${operation}` },
        body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
      });
      return { status, body: JSON.parse(answer.toString()) };
    },
    async close(): Promise<void> {
      client.destroy();
      tables.close();
      await rm(dir, { recursive: true });
    },
  };
}
export type TestClient = Awaited<ReturnType<typeof startClient>>;

const key = (...[partition, sort]: readonly string[]) => [
  { AttributeName: partition ?? "", KeyType: "HASH" as const },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: "RANGE" as const }]),
];

/** A table with one index of each kind: `p` and `s` are its keys, `lsi` the local index's, `g` and `gn` the global one's. */
export const sampleTable = {
  TableName: "sample",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    { AttributeName: "p", AttributeType: "S" },
    { AttributeName: "s", AttributeType: "S" },
    { AttributeName: "lsi", AttributeType: "N" },
    { AttributeName: "g", AttributeType: "S" },
    { AttributeName: "gn", AttributeType: "N" },
  ],
  KeySchema: key("p", "s"),
  LocalSecondaryIndexes: [
    { IndexName: "local", KeySchema: key("p", "lsi"), Projection: { ProjectionType: "KEYS_ONLY" } },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: "global",
      KeySchema: key("g", "gn"),
      Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["kept"] },
    },
  ],
} satisfies CreateTableCommandInput;

export async function startSample(clock?: () => Date): Promise<TestClient> {
  const started = await startClient(clock);
  await started.client.send(new CreateTableCommand(sampleTable));
  return started;
}
