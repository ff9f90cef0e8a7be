import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { SendTaskSuccessCommand } from "@aws-sdk/client-sfn";
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import {
  jsonRefusal,
  type LocalQueues,
  openObjects,
  requireSignature,
  startQueues,
  startTables,
  type Tables,
} from "@drover/aws-local";
import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { WireRequest, WireResponse, WireService } from "#shared/http/wire.ts";
import { type AwsClients, closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { tableDefinition } from "#shared/storage/table/table-definition.ts";
import { conversation } from "./table-conversation.ts";

const credentials = { accessKeyId: "FARM", secretAccessKey: "secret" };
const region = "us-east-1";

let dir: string;
let tables: Tables;
let queues: LocalQueues;
let objects: Awaited<ReturnType<typeof openObjects>>;
let servers: LoopbackServer[];
let clients: AwsClients;
/** The SDK's own, as it asks AWS. */
let sdkTable: DynamoDBDocumentClient;
let sdkObjects: S3Client;
/** What arrived, and what is answered instead of the next answer. */
let seen: WireRequest[] = [];
let instead: (WireResponse | "nothing")[] = [];

/** Behind the check of signatures, as the farm's own are. */
async function serve(name: string, service: WireService): Promise<string> {
  const checked = requireSignature(
    { keys: [credentials], region, services: [name], clock: () => new Date() },
    jsonRefusal(400),
    service,
  );
  const server = await startLoopbackServer({
    bodyLimitBytes: 1_000_000,
    tooLarge: { status: 413, headers: {}, body: "" },
    answer: async (request) => {
      seen.push(request);
      const other = instead.shift();
      if (other === "nothing") throw new Error("hang up");
      return other ?? checked(request);
    },
  });
  servers.push(server);
  return server.url;
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-direct-"));
  servers = [];
  tables = await startTables({ dataDir: path.join(dir, "tables") });
  queues = startQueues({ dataDir: path.join(dir, "queues") });
  objects = await openObjects({ dataDir: path.join(dir, "objects"), region, clock: () => new Date() });
  const executions: WireService = async () => ({ status: 200, headers: {}, body: "{}" });
  const endpoints = {
    dynamodb: await serve("dynamodb", tables.service),
    sqs: await serve("sqs", queues.service),
    s3: await serve("s3", objects.service),
    sfn: await serve("states", executions),
  };
  clients = createAwsClients({ region, credentials, endpoints });
  const usual = { region, credentials: { ...credentials } };
  sdkTable = DynamoDBDocumentClient.from(new DynamoDBClient({ ...usual, endpoint: endpoints.dynamodb }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  sdkObjects = new S3Client({ ...usual, endpoint: endpoints.s3, forcePathStyle: true });
  await clients.dynamodb.send(new CreateTableCommand(tableDefinition("sdk")));
  await clients.dynamodb.send(new CreateTableCommand(tableDefinition("direct")));
  await clients.s3.send(new CreateBucketCommand({ Bucket: "bucket" }));
});
afterAll(async () => {
  closeAwsClients(clients);
  sdkTable.destroy();
  sdkObjects.destroy();
  for (const server of servers) await server.close();
  tables.close();
  queues.close();
  await objects.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  seen = [];
  instead = [];
});

const bySdk = (): readonly WireRequest[] => seen.filter(({ headers }) => "amz-sdk-request" in headers);

describe("calls of a step to a stand-in", () => {
  it("answer and fail at a table as the SDK's own do", async () => {
    const direct = await conversation(clients.dynamodb, "direct");
    // A refused expression and a table that is not there: the SDK says why.
    expect(bySdk()).toHaveLength(2);
    expect(direct).toEqual(await conversation(sdkTable, "sdk"));
  });

  it("carry messages without the SDK's stack", async () => {
    const { QueueUrl } = await clients.sqs.send(new CreateQueueCommand({ QueueName: "host" }));
    seen = [];
    const { MessageId } = await clients.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "ö" }));
    const { Messages = [] } = await clients.sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    expect(Messages).toMatchObject([{ Body: "ö", MessageId }]);
    const [{ ReceiptHandle } = {}] = Messages;
    await clients.sqs.send(
      new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 9 }),
    );
    const Entries = [
      { Id: "0", ReceiptHandle },
      { Id: "1", ReceiptHandle: "none" },
    ];
    const deleted = await clients.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    expect(deleted).toMatchObject({ Successful: [{ Id: "0" }], Failed: [{ Id: "1" }] });
    expect(seen).toHaveLength(4);
    expect(bySdk()).toEqual([]);
  });

  it("end a long poll whose caller goes away", async () => {
    const { QueueUrl } = await clients.sqs.send(new CreateQueueCommand({ QueueName: "empty" }));
    const leaving = new AbortController();
    const poll = clients.sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }), {
      abortSignal: leaving.signal,
    });
    leaving.abort();
    await expect(poll).rejects.toMatchObject({ name: "AbortError" });
  });

  it("store objects whole and read them, with their checksum checked on the way", async () => {
    const at = { Bucket: "bucket", Key: "tenants/a/ü b'(1)+.json" };
    const stored = {
      ...at,
      Body: Buffer.from("{}"),
      ContentType: "application/json",
      ContentEncoding: "gzip",
      ChecksumSHA256: "RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=",
    };
    const { ETag } = await clients.s3.send(new PutObjectCommand(stored));
    const { Body, ContentEncoding, ContentType } = await clients.s3.send(new GetObjectCommand(at));
    expect(await Body?.transformToString()).toBe("{}");
    expect([ContentEncoding, ContentType]).toEqual(["gzip", "application/json"]);
    expect(seen).toHaveLength(2);
    expect(bySdk()).toEqual([]);
    expect(await sdkObjects.send(new HeadObjectCommand(at))).toMatchObject({ ETag, ContentLength: 2 });
    const damaged = new PutObjectCommand({ ...stored, Body: Buffer.from("[]") });
    await expect(clients.s3.send(damaged)).rejects.toMatchObject({ name: "BadDigest" });
  });

  it("store text without a checksum under the hash that was signed", async () => {
    await clients.s3.send(new PutObjectCommand({ Bucket: "bucket", Key: "text", Body: "ö" }));
    expect(bySdk()).toEqual([]);
    const { Body } = await sdkObjects.send(new GetObjectCommand({ Bucket: "bucket", Key: "text" }));
    expect(await Body?.transformToString()).toBe("ö");
  });

  it("say by the SDK's own class that an object is not there", async () => {
    const none = new GetObjectCommand({ Bucket: "bucket", Key: "none" });
    await expect(clients.s3.send(none)).rejects.toBeInstanceOf(NoSuchKey);
  });

  it.each([
    ["is refused for now", { status: 503, headers: {}, body: "{}" }],
    ["is cut off", "nothing"],
  ] as const)("go by the SDK, with its patience, when the short way %s", async (_how, answer) => {
    instead = [answer];
    await clients.sfn.send(new SendTaskSuccessCommand({ taskToken: "token", output: "{}" }));
    expect(seen.map((request) => bySdk().includes(request))).toEqual([false, true]);
  });
});
