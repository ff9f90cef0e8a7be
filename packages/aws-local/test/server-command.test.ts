import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { CreateScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { CreateQueueCommand, ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { tableDefinition } from "./dynamodb/table-definition.ts";

const command = path.resolve(import.meta.dirname, "../bin/aws-local.js");
let dir: string;
let child: ChildProcess | undefined;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "aws-local-test-"));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await rm(dir, { recursive: true });
});

function run(...args: readonly string[]): ChildProcess {
  child = spawn(process.execPath, [command, ...args], { env: { ...process.env, TMPDIR: dir } });
  return child;
}

async function start(...args: readonly string[]) {
  const { stdout } = run(...args);
  if (!stdout) throw new Error("no stdout");
  const [line] = await once(createInterface({ input: stdout }), "line");
  const { url, region, accessKeyId, secretAccessKey } = JSON.parse(line);
  return { endpoint: url, region, credentials: { accessKeyId, secretAccessKey }, maxAttempts: 1 };
}

async function stop(): Promise<unknown> {
  child?.kill("SIGTERM");
  return child && (await once(child, "exit"))[0];
}

async function failure(...args: readonly string[]): Promise<{ code: unknown; stderr: string }> {
  const { stderr } = run(...args);
  const said = stderr?.toArray() ?? Promise.resolve([]);
  const [code] = await once(child as ChildProcess, "exit");
  return { code, stderr: Buffer.concat(await said).toString() };
}

it("answers for every service at one address, keeps what it is told in --dir, and ends with 0 on SIGTERM", async () => {
  const config = await start("--dir", path.join(dir, "kept"));
  const s3 = new S3Client({ ...config, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: "bucket" }));
  await s3.send(new PutObjectCommand({ Bucket: "bucket", Key: "k", Body: "text" }));
  await new SQSClient(config).send(new CreateQueueCommand({ QueueName: "q" }));
  await new DynamoDBClient(config).send(new CreateTableCommand(tableDefinition("table")));
  await new SecretsManagerClient(config).send(new CreateSecretCommand({ Name: "s", SecretString: "x" }));
  expect(await stop()).toBe(0);

  const again = await start("--dir", path.join(dir, "kept"));
  const { Body } = await new S3Client({ ...again, forcePathStyle: true }).send(
    new GetObjectCommand({ Bucket: "bucket", Key: "k" }),
  );
  expect(await Body?.transformToString()).toBe("text");
  const { QueueUrls } = await new SQSClient(again).send(new ListQueuesCommand({}));
  expect(QueueUrls).toEqual([`${again.endpoint}/000000000000/q`]);
  expect((await new DynamoDBClient(again).send(new ListTablesCommand({}))).TableNames).toEqual(["table"]);
  const secret = await new SecretsManagerClient(again).send(new GetSecretValueCommand({ SecretId: "s" }));
  expect(secret.SecretString).toBe("x");
});

it("without --dir leaves nothing behind", async () => {
  await start();
  expect(await readdir(dir)).toHaveLength(1);
  expect(await stop()).toBe(0);
  expect(await readdir(dir)).toEqual([]);
});

it("calls the function of a schedule that is due, at the Lambda endpoint it is given", async () => {
  const asked = Promise.withResolvers<string | undefined>();
  const lambda = createServer((request, response) => {
    asked.resolve(request.url);
    response.writeHead(202).end();
  }).listen(0, "127.0.0.1");
  await once(lambda, "listening");
  const { port } = lambda.address() as AddressInfo;
  const config = await start("--lambda-endpoint", `http://127.0.0.1:${port}`);
  await new SchedulerClient(config).send(
    new CreateScheduleCommand({
      Name: "soon",
      // On a busy machine the request takes a second or more, and a time in the past is never due.
      ScheduleExpression: `at(${new Date(Date.now() + 5_000).toISOString().slice(0, 19)})`,
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: {
        Arn: "arn:aws:lambda:us-east-1:000000000000:function:tidy",
        RoleArn: "arn:aws:iam::000000000000:role/r",
        Input: "{}",
      },
    }),
  );
  expect(await asked.promise).toBe("/2015-03-31/functions/tidy/invocations");
  lambda.close();
});

it("refuses whoever signs with another key", async () => {
  const config = { ...(await start()), credentials: { accessKeyId: "A", secretAccessKey: "B" } };
  await expect(new DynamoDBClient(config).send(new ListTablesCommand({}))).rejects.toMatchObject({
    name: "UnrecognizedClientException",
  });
});

it("says what is wrong with what was typed, and which port is in use", async () => {
  expect(await failure("--port", "none")).toEqual({
    code: 2,
    stderr: "aws-local: give --port a whole number from 0 to 65535\n",
  });
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  expect(await failure("--port", String(port))).toEqual({
    code: 1,
    stderr: `aws-local: Port ${port} on 127.0.0.1 is in use. Stop what holds it or choose another port.\n`,
  });
  taken.close();
});
