import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  StartExecutionCommand,
} from "@aws-sdk/client-sfn";
import { onUse } from "@drover/aws-local";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ServiceThread, startServiceThread } from "#local/cloud/service-thread.ts";
import type { ServicePlace } from "#local/cloud/start-services.ts";
import { type AwsClients, closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";

const credentials = { accessKeyId: "AKIAFARM", secretAccessKey: "secret" };
let dir: string;
let thread: ServiceThread | undefined;
let clients: AwsClients | undefined;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-thread-"));
});
afterEach(async () => {
  if (clients !== undefined) closeAwsClients(clients);
  await thread?.close();
  [thread, clients] = [undefined, undefined];
  await rm(dir, { recursive: true, force: true });
});

async function start(place: Partial<ServicePlace> = {}): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  thread = await startServiceThread({
    place: {
      region: "us-east-1",
      accountId: "000000000000",
      credentials,
      linkCredentials: { accessKeyId: "AKIALINK", secretAccessKey: "reads only" },
      queueDir: path.join(dir, "queues"),
      objectDir: path.join(dir, "objects"),
      journalDir: path.join(dir, "journal"),
      ports: {},
      retentionDays: 30,
      metered: false,
      ...place,
    },
    lambda: async ({ path: asked, body }) => {
      events.push(JSON.parse(String(body)));
      return { status: 200, headers: {}, body: JSON.stringify({ asked }) };
    },
    onEngineChange: async () => undefined,
    onEngineDamage: () => undefined,
    onEngineStall: () => undefined,
    report: () => undefined,
  });
  const { storage, engine, services } = thread;
  clients = createAwsClients({
    region: "us-east-1",
    credentials,
    endpoints: { s3: storage.url, sqs: storage.url, sfn: engine.url },
    wires: { s3: services.objects },
  });
  return events;
}

it("answers over sockets and without one from the same store", async () => {
  await start();
  await clients?.s3.send(new CreateBucketCommand({ Bucket: "bucket" }));
  await clients?.s3.send(new PutObjectCommand({ Bucket: "bucket", Key: "k", Body: "kept" }));
  const { Body } =
    (await clients?.s3.send(new GetObjectCommand({ Bucket: "bucket", Key: "k", Range: "bytes=0-1" }))) ?? {};
  expect(await Body?.transformToString()).toBe("ke");
});

it("runs a state machine whose functions are in the other thread", async () => {
  const events = await start();
  const Arguments = { FunctionName: "arn:aws:lambda:us-east-1:000000000000:function:f", Payload: { n: 1 } };
  const definition = JSON.stringify({
    QueryLanguage: "JSONata",
    StartAt: "Call",
    States: { Call: { Type: "Task", Resource: "arn:aws:states:::lambda:invoke", Arguments, End: true } },
  });
  const roleArn = "arn:aws:iam::000000000000:role/r";
  const { stateMachineArn } =
    (await clients?.sfn.send(new CreateStateMachineCommand({ name: "m", definition, roleArn }))) ?? {};
  const { executionArn } = (await clients?.sfn.send(new StartExecutionCommand({ stateMachineArn }))) ?? {};
  await expect
    .poll(async () => (await clients?.sfn.send(new DescribeExecutionCommand({ executionArn })))?.status)
    .toBe("SUCCEEDED");
  expect(events).toEqual([{ n: 1 }]);
});

it("names a port that somebody else has, and can be started elsewhere then", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { readonly port: number };
  await expect(start({ ports: { stepFunctions: port } })).rejects.toMatchObject({
    code: "ConfigurationInvalid",
    message: `Port ${port} on 127.0.0.1 is in use.`,
  });
  other.close();
  await start();
  expect(thread?.engine.port).not.toBe(port);
});

it("tells its uses where they are counted, when it is to", async () => {
  const operations: string[] = [];
  const stop = onUse(({ operation }) => operations.push(operation));
  await start({ metered: true });
  await clients?.s3.send(new CreateBucketCommand({ Bucket: "bucket" }));
  await clients?.s3.send(new PutObjectCommand({ Bucket: "bucket", Key: "k", Body: "x" }));
  await expect.poll(() => operations).toEqual(["PUT", "PUT"]);
  stop();
});
