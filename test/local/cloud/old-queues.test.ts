import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Cloud, startCloud } from "#local/cloud/start-cloud.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { AcquireCommand } from "#shared/contracts/workflow/host-command.ts";
import { type AwsClients, closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { oneModel } from "../../one-model.ts";

let parent: string;
let cloud: Cloud;
let clients: AwsClients;

const start = async (): Promise<void> => {
  cloud = await startCloud({
    dir: path.join(parent, "cloud"),
    tenantId: TenantId.parse("local"),
    model: oneModel("http://127.0.0.1:9", "model-key"),
  });
  clients = createAwsClients(cloud);
};
const stop = async (): Promise<void> => {
  closeAwsClients(clients);
  await cloud.close();
};
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "drover-old-queues-"));
  await start();
});
afterAll(async () => {
  await stop();
  await rm(parent, { recursive: true });
});

const submit = async (body: object): Promise<string> => {
  const response = await fetch(`${cloud.endpoints.api}/v1/jobs`, {
    method: "POST",
    headers: { authorization: `Bearer ${cloud.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { jobId: string }).jobId;
};

/** Takes the next message out of a queue. */
async function taken(QueueName: string): Promise<Message> {
  const { QueueUrl } = await clients.sqs.send(new GetQueueUrlCommand({ QueueName }));
  const { Messages: [message] = [] } = await clients.sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      WaitTimeSeconds: 20,
      MessageSystemAttributeNames: ["MessageGroupId"],
    }),
  );
  if (message === undefined) throw new Error(`${QueueName} stays empty`);
  await clients.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
  return message;
}

it("[fault D25] what a job of an earlier version asks for in that version's queue reaches today's, also after a restart", async () => {
  const { QueueUrl } = await clients.sqs.send(
    new CreateQueueCommand({ QueueName: "drover-local-pool-default" }),
  );
  const jobId = await submit({ task: "Turn off Wi-Fi", priority: "high" });
  const asked = await taken("drover_local_local_poolhigh_default");
  expect(AcquireCommand.parse(JSON.parse(asked.Body ?? "")).jobId).toBe(jobId);
  await stop();
  await start();

  const MessageGroupId = asked.Attributes?.MessageGroupId;
  for (const MessageBody of ["no JSON", asked.Body])
    await clients.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId }));
  const forwarded = await taken("drover_local_local_poolhigh_default");
  expect([forwarded.Body, forwarded.Attributes]).toEqual([asked.Body, asked.Attributes]);
});
