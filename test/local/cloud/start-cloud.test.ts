import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetBucketLifecycleConfigurationCommand } from "@aws-sdk/client-s3";
import { DescribeStateMachineCommand, ListStateMachinesCommand } from "@aws-sdk/client-sfn";
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { startDynamodbServer } from "@drover/aws-local";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Cloud, startCloud } from "#local/cloud/start-cloud.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { createArtifacts } from "#shared/storage/artifacts/artifacts.ts";
import { type AwsClients, closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { oneModel } from "../../one-model.ts";

let parent: string;
let cloud: Cloud;
let clients: AwsClients;

const options = () => ({
  dir: path.join(parent, "cloud"),
  tenantId: TenantId.parse("local"),
  model: oneModel("http://127.0.0.1:9", "model-key"),
});
const start = async (): Promise<void> => {
  cloud = await startCloud(options());
  clients = createAwsClients(cloud);
};
const stop = async (): Promise<void> => {
  closeAwsClients(clients);
  await cloud.close();
};
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "drover-cloud-"));
  await start();
});
afterAll(async () => {
  await stop();
  await rm(parent, { recursive: true });
});

const ask = (target: string, init: RequestInit = {}): Promise<Response> =>
  fetch(cloud.endpoints.api + target, { ...init, headers: { authorization: `Bearer ${cloud.token}` } });
const poolQueue = async (): Promise<string> =>
  String(
    (await clients.sqs.send(new GetQueueUrlCommand({ QueueName: "drover_local_local_pool_default" })))
      .QueueUrl,
  );

it("lets artifacts and ended executions go when they were kept long enough, as the project says", async () => {
  const { Rules = [] } = await clients.s3.send(
    new GetBucketLifecycleConfigurationCommand({ Bucket: cloud.bucketName }),
  );
  expect(Rules.map(({ Filter, Expiration }) => [Filter?.Prefix, Expiration?.Days])).toEqual([
    ["tenants/", 40],
    ["callbacks/", 9],
    ["uploads/", 1],
    ["", undefined],
  ]);
});

it("serves the project's own API behind the farm's token", async () => {
  const jobs = await ask("/v1/jobs");
  expect([jobs.status, await jobs.json()]).toEqual([200, { items: [] }]);
  const stranger = await fetch(`${cloud.endpoints.api}/v1/jobs`);
  expect([stranger.status, await stranger.text()]).toEqual([401, `{"message":"Unauthorized"}`]);
  for (const method of ["GET", "HEAD"])
    expect((await fetch(`${cloud.endpoints.api}/openapi.json`, { method })).status).toBe(200);
  expect((await ask("/v1/nothing")).status).toBe(404);
});

it("has the job state machine with every function filled in", async () => {
  const { definition = "" } = await clients.sfn.send(
    new DescribeStateMachineCommand({ stateMachineArn: cloud.stateMachineArn }),
  );
  expect(definition).toContain("arn:aws:lambda:us-east-1:000000000000:function:predict-action");
  expect(definition).not.toContain("${");
});

it("gives each function what its environment promises: a missing job is its only complaint", async () => {
  const lambda = new LambdaClient({
    ...cloud,
    credentials: { ...cloud.credentials },
    endpoint: cloud.endpoints.lambda,
  });
  const event = { schemaVersion: 1, tenantId: "local", jobId: "01JD4Q6T3M8Z2W5X7Y9ABCDEFG" };
  const { Payload } = await lambda.send(
    new InvokeCommand({ FunctionName: "prepare-job", Payload: JSON.stringify(event) }),
  );
  expect(JSON.parse(Payload?.transformToString() ?? "")).toMatchObject({ errorType: "NotFound" });
  lambda.destroy();
  expect(Object.values(process.env)).not.toContain("model-key");
});

it("has the pool's queue with a dead-letter queue behind it", async () => {
  const { Attributes } = await clients.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: await poolQueue(), AttributeNames: ["All"] }),
  );
  expect(Attributes).toMatchObject({ VisibilityTimeout: "30", ReceiveMessageWaitTimeSeconds: "20" });
  expect(JSON.parse(Attributes?.RedrivePolicy ?? "")).toEqual({
    deadLetterTargetArn: "arn:aws:sqs:us-east-1:000000000000:drover_local_dead-letters",
    maxReceiveCount: 10,
  });
});

it("refuses the access key of nobody on every stand-in", async () => {
  const { endpoints } = cloud;
  for (const endpoint of [endpoints.dynamodb, endpoints.sfn, endpoints.lambda, endpoints.s3]) {
    const strangers = createAwsClients({
      region: cloud.region,
      credentials: { accessKeyId: "test", secretAccessKey: "test" },
      endpoints: { s3: endpoint, sqs: endpoint, dynamodb: endpoint, sfn: endpoint },
    });
    await expect(strangers.sfn.send(new ListStateMachinesCommand({}))).rejects.toThrow();
    closeAwsClients(strangers);
  }
});

it("refuses a second start on its directory", async () => {
  await expect(startCloud(options())).rejects.toMatchObject({
    code: "ConfigurationInvalid",
    message: expect.stringContaining("already runs a cloud"),
  });
});

it("keeps token, addresses and what was stored over a restart", async () => {
  const before = cloud;
  const artifacts = () =>
    createArtifacts({ s3: clients.s3, s3Links: clients.s3Links, bucketName: cloud.bucketName });
  await artifacts().put("tenants/local/x", "kept", "text/plain");
  await clients.sqs.send(new SendMessageCommand({ QueueUrl: await poolQueue(), MessageBody: "job" }));
  await stop();
  await start();
  expect(cloud).toMatchObject({
    token: before.token,
    endpoints: before.endpoints,
    credentials: before.credentials,
  });
  expect(await artifacts().getText("tenants/local/x")).toBe("kept");
  const { Messages } = await clients.sqs.send(new ReceiveMessageCommand({ QueueUrl: await poolQueue() }));
  expect(Messages?.map(({ Body }) => Body)).toEqual(["job"]);
  expect((await ask("/v1/devices")).status).toBe(200);
});

it("ends while a long poll waits, and not only when its 20 seconds are over", async () => {
  const QueueUrl = await poolQueue();
  const waiting = clients.sqs
    .send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }))
    .catch(() => undefined);
  await poolQueue();
  const startedAt = performance.now();
  await cloud.close();
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  closeAwsClients(clients);
  await waiting;
  await start();
});

it("names a remembered port that somebody else has now, and leaves nothing open behind", async () => {
  await stop();
  const { dynamodb } = JSON.parse(await readFile(path.join(parent, "cloud", "cloud.json"), "utf8")).ports;
  const other = await startDynamodbServer({ dataDir: path.join(parent, "other"), port: dynamodb });
  await expect(startCloud(options())).rejects.toMatchObject({
    message: expect.stringMatching(`^Port ${dynamodb} on 127.0.0.1 is in use. The state in `),
  });
  await other.close();
  await start();
});

it("[fault D35] says of a copied directory why its port is in use, and what to do", async () => {
  const copy = path.join(parent, "copy");
  await cp(path.join(parent, "cloud"), copy, { recursive: true, filter: (file) => !file.endsWith("lock") });
  await expect(startCloud({ ...options(), dir: copy })).rejects.toMatchObject({
    code: "ConfigurationInvalid",
    message: expect.stringMatching(/Port \d+ .* is in use\. The state in .*copy keeps the ports/),
    advice: [expect.stringContaining("cloud.json: the farm then chooses new ports")],
  });
});
