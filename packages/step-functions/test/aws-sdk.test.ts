import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SNSClient } from "@aws-sdk/client-sns";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startObjectsAndQueues } from "../../../test/objects-and-queues.ts";
import { EngineUnderTest, type Ran, type ServiceCall, serviceHandler } from "./engine-under-test.ts";

const CONFIG = {
  region: "us-east-1",
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
  maxAttempts: 1,
};

let server: Awaited<ReturnType<typeof startObjectsAndQueues>>;
let running: EngineUnderTest;
let calls: ServiceCall[] = [];

beforeAll(async () => {
  server = await startObjectsAndQueues();
  const { url } = server;
  const recording = serviceHandler((call) => {
    calls.push(call);
    const { TableName } = (call.body ?? {}) as { readonly TableName?: string };
    if (TableName === "none") {
      const __type = "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException";
      return {
        statusCode: 400,
        headers: { "x-amzn-requestid": "r1" },
        body: { __type, message: "No table" },
      };
    }
    if (call.path.includes("/invocations")) return { body: { hello: "there" } };
    const Item = { id: { S: "a" }, raw: { B: "AAEC" } };
    return { body: { Item, Table: { CreationDateTime: 1_700_000_000 } } };
  });
  running = await EngineUnderTest.start({
    clients: {
      dynamodb: new DynamoDBClient({ ...CONFIG, requestHandler: recording as never }),
      lambda: new LambdaClient({ ...CONFIG, requestHandler: recording as never }),
      sns: new SNSClient({ ...CONFIG, requestHandler: topics as never }),
    },
    endpoints: { sqs: url, s3: url },
  });
});

afterAll(async () => {
  await running.close();
  await server.close();
});

/** SNS's query protocol: a topic that exists is named `news`. */
const topics = {
  metadata: { handlerProtocol: "h1" },
  async handle({ body }: { readonly body: string }) {
    const asked = new URLSearchParams(String(body));
    const action = asked.get("Action");
    const TopicArn = "arn:aws:sns:us-east-1:111111111111:news";
    if (action === "Publish" && asked.get("TopicArn") !== TopicArn) {
      const error =
        "<Error><Type>Sender</Type><Code>NotFound</Code><Message>Topic does not exist</Message></Error>";
      return answered(404, `<ErrorResponse>${error}<RequestId>r1</RequestId></ErrorResponse>`);
    }
    const made = action === "Publish" ? "<MessageId>m1</MessageId>" : `<TopicArn>${TopicArn}</TopicArn>`;
    return answered(200, `<${action}Response><${action}Result>${made}</${action}Result></${action}Response>`);
  },
};

const answered = (statusCode: number, text: string) => ({
  response: { statusCode, headers: { "content-type": "text/xml" }, body: Buffer.from(text) },
});

async function run(resource: string, Arguments: object, more: object = {}): Promise<Ran> {
  calls = [];
  const Resource = `arn:aws:states:::aws-sdk:${resource}`;
  return await running.run({
    StartAt: "T",
    States: { T: { Type: "Task", Resource, Arguments, End: true, ...more } },
  });
}

describe("aws-sdk:s3", () => {
  it("makes a bucket, stores, lists, heads, reads and deletes", async () => {
    expect((await run("s3:createBucket", { Bucket: "files" })).status).toBe("SUCCEEDED");
    const stored = await run("s3:putObject", { Bucket: "files", Key: "a.json", Body: { n: [1, 2] } });
    expect(stored.output).toHaveProperty("ETag");
    const listed = await run("s3:listObjectsV2", { Bucket: "files", Prefix: "a", MaxKeys: 10 });
    expect(listed.output).toMatchObject({ KeyCount: 1, Contents: [{ Key: "a.json", Size: 11 }] });
    const [object] = (listed.output as { Contents: { LastModified: string }[] }).Contents;
    expect(object?.LastModified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
    const got = await run("s3:getObject", { Bucket: "files", Key: "a.json" });
    expect(got.output).toMatchObject({
      Body: '{"n":[1,2]}',
      ContentLength: 11,
      ContentType: "text/plain; charset=UTF-8",
    });
    await run("s3:deleteObject", { Bucket: "files", Key: "a.json" });
    const gone = await run("s3:getObject", { Bucket: "files", Key: "a.json" });
    expect(gone).toMatchObject({ status: "FAILED", error: "S3.NoSuchKeyException" });
  });

  it("stores an object without a body as an empty one", async () => {
    await run("s3:createBucket", { Bucket: "empties" });
    expect(await run("s3:putObject", { Bucket: "empties", Key: "none" })).toMatchObject({
      status: "SUCCEEDED",
    });
    const got = await run("s3:getObject", { Bucket: "empties", Key: "none" });
    expect(got.output).toMatchObject({ Body: "", ContentLength: 0 });
  });

  it("refuses an object above the quota without reading it", async () => {
    await run("s3:createBucket", { Bucket: "large" });
    const put = {
      Bucket: "large",
      Key: "k",
      Body: "{% $join($map([1..8000], function($n) { 'twenty-six characters long' })) %}",
    };
    expect((await run("s3:putObject", put)).status).toBe("SUCCEEDED");
    const copy = { Bucket: "large", Key: "l", CopySource: "large/k" };
    expect((await run("s3:copyObject", copy)).status).toBe("SUCCEEDED");
    const small = await EngineUnderTest.start({
      endpoints: { s3: server.url },
      limits: { payloadBytes: 100_000 },
    });
    const ran = await small.run({
      StartAt: "T",
      States: {
        T: {
          Type: "Task",
          Resource: "arn:aws:states:::aws-sdk:s3:getObject",
          Arguments: { Bucket: "large", Key: "l" },
          End: true,
        },
      },
    });
    await small.close();
    expect(ran.error).toBe("States.DataLimitExceeded");
  });
});

describe("aws-sdk:sqs and aws-sdk:sns", () => {
  it("make a queue, send to it what is no text as JSON, and receive it", async () => {
    const made = await run("sqs:createQueue", { QueueName: "in", Attributes: { VisibilityTimeout: 5 } });
    const { QueueUrl } = made.output as { QueueUrl: string };
    const sent = await run("sqs:sendMessage", { QueueUrl, MessageBody: { n: 1 } });
    expect(sent.output).toHaveProperty("MessageId");
    const got = await run("sqs:receiveMessage", { QueueUrl, MaxNumberOfMessages: 1 });
    expect(got.output).toMatchObject({ Messages: [{ Body: '{"n":1}' }] });
    expect(got.events[2]?.taskScheduledEventDetails).toMatchObject({
      resourceType: "aws-sdk:sqs",
      resource: "receiveMessage",
    });
  });

  it("name an error as the service does", async () => {
    const QueueUrl = `${server.url}/000000000000/none`;
    const ran = await run("sqs:getQueueAttributes", { QueueUrl, AttributeNames: ["All"] });
    expect(ran.error).toBe("Sqs.QueueDoesNotExistException");
    expect(ran.cause).toMatch(/ \(Service: Sqs, Status Code: 400, Request ID: /);
  });

  it("publish to a topic", async () => {
    const made = await run("sns:createTopic", { Name: "news" });
    const { TopicArn } = made.output as { TopicArn: string };
    const published = await run("sns:publish", { TopicArn, Message: { headline: "!" } });
    expect(published.output).toHaveProperty("MessageId");
    const gone = await run("sns:publish", { TopicArn: `${TopicArn}-not`, Message: "x" });
    expect(gone.error).toBe("Sns.NotFoundException");
  });
});

describe("aws-sdk:dynamodb", () => {
  it("takes items in DynamoDB's JSON, in either casing, bytes as base64, and gives them back so", async () => {
    const Item = { id: { S: "a" }, on: { Bool: true }, raw: { B: "AAEC" }, n: { N: 1 } };
    const ran = await run("dynamodb:putItem", { TableName: "t", Item });
    expect(ran.status).toBe("SUCCEEDED");
    expect(calls[0]?.body).toEqual({
      TableName: "t",
      Item: { id: { S: "a" }, on: { BOOL: true }, raw: { B: "AAEC" }, n: { N: "1" } },
    });
    const got = await run("dynamodb:getItem", { TableName: "t", Key: { id: { S: "a" } } });
    expect(got.output).toEqual({ Item: { id: { S: "a" }, raw: { B: "AAEC" } } });
  });

  it("writes times as the service does", async () => {
    const ran = await run("dynamodb:describeTable", { TableName: "t" });
    expect(ran.output).toEqual({ Table: { CreationDateTime: "2023-11-14T22:13:20Z" } });
  });

  it("names an error as the service does, not as the optimised integration does", async () => {
    const ran = await run("dynamodb:getItem", { TableName: "none", Key: {} });
    expect(ran.error).toBe("DynamoDb.ResourceNotFoundException");
    expect(ran.cause).toBe("No table (Service: DynamoDb, Status Code: 400, Request ID: r1)");
  });

  it("refuses a field that the action does not have, before anything is sent", async () => {
    const ran = await run("dynamodb:getItem", { TableName: "t", Kye: {} });
    expect(ran).toMatchObject({
      error: "States.Runtime",
      cause: "The field 'Kye' is not supported by Step Functions",
    });
    expect(calls).toEqual([]);
  });
});

describe("aws-sdk:lambda", () => {
  it("gives the payload as the text it is", async () => {
    const ran = await run("lambda:invoke", { FunctionName: "f", Payload: { a: 1 } });
    expect(ran.output).toMatchObject({ StatusCode: 200, Payload: '{"hello":"there"}' });
    expect(calls[0]?.body).toEqual({ a: 1 });
  });
});
