import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { S3Client } from "@aws-sdk/client-s3";
import { afterEach, expect, it } from "vitest";
import {
  EngineUnderTest,
  type ServiceAnswer,
  type ServiceCall,
  serviceHandler,
} from "./engine-under-test.ts";

const CONFIG = {
  region: "us-east-1",
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
  maxAttempts: 1,
};

let running: EngineUnderTest;
afterEach(() => running.close());

const task = (resource: string, Arguments: object) => ({
  StartAt: "T",
  States: { T: { Type: "Task", Resource: `arn:aws:states:::${resource}`, Arguments, End: true } },
});

const handler = (answer: (call: ServiceCall) => ServiceAnswer) => serviceHandler(answer) as never;

it("dynamodb: passes items in DynamoDB's JSON and names a failed condition as the service does", async () => {
  const dynamodb = new DynamoDBClient({
    ...CONFIG,
    requestHandler: handler(({ body }) => {
      const { Key } = body as unknown as { Key?: object };
      if (Key !== undefined) return { body: { Item: { id: { S: "a" }, n: { N: "1" } } } };
      const message = "The conditional request failed";
      return { statusCode: 400, body: { __type: "com.amazonaws#ConditionalCheckFailedException", message } };
    }),
  });
  running = await EngineUnderTest.start({ clients: { dynamodb } });
  const got = await running.run(task("dynamodb:getItem", { TableName: "t", Key: { id: { S: "a" } } }));
  expect(got.output).toMatchObject({ Item: { n: { N: "1" } }, SdkHttpMetadata: { HttpStatusCode: 200 } });
  const put = await running.run(task("dynamodb:putItem", { TableName: "t", Item: { id: { S: "a" } } }));
  expect(put.error).toBe("DynamoDB.ConditionalCheckFailedException");
  expect(put.cause).toMatch(
    /^The conditional request failed \(Service: AmazonDynamoDBv2; Status Code: 400; Error Code: /,
  );
});

it("events: writes Detail as text, adds the ARNs, and fails when an entry was not taken", async () => {
  const sent: { Entries: { Detail: string; Resources: string[] }[] }[] = [];
  const eventBridge = new EventBridgeClient({
    ...CONFIG,
    requestHandler: handler(({ body }) => {
      sent.push(body as never);
      return { body: { Entries: [{ EventId: "e" }], FailedEntryCount: sent.length - 1 } };
    }),
  });
  running = await EngineUnderTest.start({ clients: { eventBridge } });
  const entry = { Detail: { n: 1 }, DetailType: "t", Source: "s" };
  const ran = await running.run(task("events:putEvents", { Entries: [entry] }));
  expect(ran.output).toMatchObject({ Entries: [{ EventId: "e" }], FailedEntryCount: 0 });
  const [first] = sent[0]?.Entries ?? [];
  expect(first?.Detail).toBe('{"n":1}');
  expect(first?.Resources).toContain(ran.executionArn);
  const failed = await running.run(task("events:putEvents", { Entries: [entry] }));
  expect(failed.error).toBe("EventBridge.FailedEntry");
});

it("s3: reads an object as text and names a missing one as the service does", async () => {
  const s3 = new S3Client({
    ...CONFIG,
    forcePathStyle: true,
    requestHandler: {
      metadata: { handlerProtocol: "h1" },
      async handle({ path }: { path: string }) {
        const found = path.endsWith("/there");
        const missing =
          "<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>";
        const { Readable } = await import("node:stream");
        const body = Readable.from([Buffer.from(found ? "hello" : missing)]);
        return { response: { statusCode: found ? 200 : 404, headers: {}, body } };
      },
    } as never,
  });
  running = await EngineUnderTest.start({ clients: { s3 } });
  const there = await running.run(task("aws-sdk:s3:getObject", { Bucket: "b", Key: "there" }));
  expect(there.output).toMatchObject({ Body: "hello" });
  const gone = await running.run(task("aws-sdk:s3:getObject", { Bucket: "b", Key: "gone" }));
  expect(gone.error).toBe("S3.NoSuchKeyException");
  expect(gone.cause).toMatch(
    /^The specified key does not exist. \(Service: S3, Status Code: 404, Request ID: /,
  );
});

it("says so when an integration has nowhere to go", async () => {
  running = await EngineUnderTest.start();
  const ran = await running.run(task("sqs:sendMessage", { QueueUrl: "http://q", MessageBody: "m" }));
  expect(ran).toMatchObject({
    error: "States.Runtime",
    cause: "no endpoint or client for sqs was given to the engine",
  });
});

it("asks for leave before a call, and fails the task as it is told when there is none", async () => {
  const asked: unknown[] = [];
  const dynamodb = new DynamoDBClient({ ...CONFIG, requestHandler: handler(() => ({ body: {} })) });
  running = await EngineUnderTest.start({
    clients: { dynamodb },
    mayCall: ({ machineArn, integration, pattern, request }) => {
      asked.push({ machineArn, integration, pattern, table: request.TableName });
      return request.TableName === "mine" ? null : { error: "DynamoDB.AccessDenied", cause: "not yours" };
    },
  });
  const read = (TableName: string) =>
    running.run(task("dynamodb:getItem", { TableName, Key: { id: { S: "a" } } }));
  expect(await read("mine")).toMatchObject({ status: "SUCCEEDED" });
  expect(await read("theirs")).toMatchObject({
    status: "FAILED",
    error: "DynamoDB.AccessDenied",
    cause: "not yours",
  });
  const call = { integration: "dynamodb:getItem", pattern: "requestResponse" };
  expect(asked).toEqual([
    { ...call, machineArn: expect.stringContaining("machine-1"), table: "mine" },
    { ...call, machineArn: expect.stringContaining("machine-2"), table: "theirs" },
  ]);
});
