import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { InvokeCommand, type InvokeCommandInput, LambdaClient } from "@aws-sdk/client-lambda";
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { inProcessHandler, type LocalQueues, startQueues } from "@drover/aws-local";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLambdaHost, type LambdaHost } from "#local/cloud/lambda/lambda-host.ts";
import { lambdaInvokeApi } from "#local/cloud/lambda/lambda-invoke-api.ts";
import { inProcessLambda } from "#local/cloud/step-functions/in-process-lambda.ts";
import { inProcessSqs } from "#local/cloud/step-functions/in-process-sqs.ts";
import { unsigned } from "#shared/storage/table/unsigned.ts";

const config = {
  region: "us-east-1",
  endpoint: "http://127.0.0.1:1",
  credentials: { accessKeyId: "FARM", secretAccessKey: "s" },
  signer: unsigned,
  maxAttempts: 1,
};

interface Sdk {
  send(command: never): Promise<unknown>;
}

/** What the engine sees of a call: the answer, or what it names and words a failure by. */
async function seen(client: Sdk, command: object): Promise<unknown> {
  try {
    const { $metadata, Payload, ...answer } = (await client.send(command as never)) as Record<
      string,
      unknown
    >;
    const status = ($metadata as { readonly httpStatusCode?: number }).httpStatusCode;
    return { ...answer, MessageId: typeof answer.MessageId, status, payload: Payload && text(Payload) };
  } catch (error) {
    const { name, message, Code, $metadata } = error as Error & Record<string, unknown>;
    return { name, message, Code, status: ($metadata as { httpStatusCode?: number })?.httpStatusCode };
  }
}

const text = (payload: unknown): string => Buffer.from(payload as Uint8Array).toString();

describe("functions, called by the engine in its process", () => {
  let host: LambdaHost;
  let sdk: LambdaClient;
  beforeAll(() => {
    host = createLambdaHost({
      functions: ["echo", "without-handler"].map((name) => ({
        name,
        entry: path.join(import.meta.dirname, `../lambda/functions/${name}.ts`),
        timeoutSeconds: 3,
        memoryMegabytes: 256,
        environment: {},
      })),
      environment: {},
      region: "us-east-1",
      accountId: "000000000000",
      ids: () => "request",
      clock: () => new Date(0),
    });
    sdk = new LambdaClient({
      ...config,
      requestHandler: inProcessHandler(lambdaInvokeApi(host), "127.0.0.1"),
    });
  });
  afterAll(() => {
    sdk.destroy();
    host.close();
  });

  const calls: readonly (Omit<InvokeCommandInput, "Payload"> & { readonly payload: string })[] = [
    { FunctionName: "echo", payload: '{"a":"ö"}' },
    { FunctionName: "arn:aws:lambda:us-east-1:000000000000:function:echo", payload: '{"a":1}' },
    { FunctionName: "echo", payload: '{"throw":{"name":"Model.Down","message":"m"}}' },
    { FunctionName: "echo", InvocationType: "Event", payload: "{}" },
    { FunctionName: "echo", payload: "{" },
    { FunctionName: "echo", payload: `"${"x".repeat(6_300_000)}"` },
    { FunctionName: "without-handler", payload: "{}" },
    { FunctionName: "none", payload: "{}" },
    { FunctionName: "echo", Qualifier: "7", payload: "{}" },
  ];

  it("answer and fail as through the SDK", async () => {
    const lean = inProcessLambda(lambdaInvokeApi(host), sdk);
    for (const { payload, ...input } of calls) {
      const command = () => new InvokeCommand({ ...input, Payload: Buffer.from(payload) });
      expect(await seen(lean, command())).toEqual(await seen(sdk, command()));
    }
  });
});

describe("a queue, sent to by the engine in its process", () => {
  let dir: string;
  let queues: LocalQueues;
  let sdk: SQSClient;
  let QueueUrl: string;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "drover-lean-"));
    queues = startQueues({ dataDir: dir });
    const requestHandler = inProcessHandler(queues.service, "127.0.0.1");
    sdk = new SQSClient({ ...config, requestHandler, useQueueUrlAsEndpoint: false });
    QueueUrl = (await sdk.send(new CreateQueueCommand({ QueueName: "host" }))).QueueUrl ?? "";
  });
  afterAll(async () => {
    sdk.destroy();
    queues.close();
    await rm(dir, { recursive: true });
  });

  it("takes messages and refuses them as through the SDK", async () => {
    const lean = inProcessSqs(queues.service, "127.0.0.1", sdk);
    for (const input of [
      { QueueUrl, MessageBody: "ö", MessageGroupId: "tenant" },
      { QueueUrl, MessageBody: "a", MessageAttributes: { a: { DataType: "String", StringValue: "b" } } },
      { QueueUrl, MessageBody: "\u0001" },
      { QueueUrl, MessageBody: "a", DelaySeconds: 901 },
      { QueueUrl: "http://127.0.0.1/000000000000/none", MessageBody: "a" },
    ]) {
      expect(await seen(lean, new SendMessageCommand(input))).toEqual(
        await seen(sdk, new SendMessageCommand(input)),
      );
    }
    const { Messages } = await sdk.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    expect(Messages?.map(({ Body }) => Body).toSorted()).toEqual(["a", "a", "ö", "ö"]);
  });
});
