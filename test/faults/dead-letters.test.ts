import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  StartExecutionCommand,
} from "@aws-sdk/client-sfn";
import { ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openCommandQueue } from "#device-host/delivery/command-queue.ts";
import { type Cloud, startCloud } from "#local/cloud/start-cloud.ts";
import { deadLetterQueueName, hostQueueName } from "#shared/contracts/farm/queue-names.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { WireError } from "#shared/errors/wire-error.ts";
import { type AwsClients, closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { oneModel } from "../one-model.ts";

const tenantId = TenantId.parse("local");
let parent: string;
let cloud: Cloud;
let clients: AwsClients;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "drover-dead-letters-"));
  const model = oneModel("http://127.0.0.1:9", "none");
  cloud = await startCloud({ dir: path.join(parent, "cloud"), tenantId, model });
  clients = createAwsClients(cloud);
});
afterAll(async () => {
  closeAwsClients(clients);
  await cloud.close();
  await rm(parent, { recursive: true });
});

/** Waits for the answer to a command, as every state of the job machine does that a host works for. */
const definition = (QueueUrl: string) =>
  JSON.stringify({
    QueryLanguage: "JSONata",
    StartAt: "PerformAction",
    States: {
      PerformAction: {
        Type: "Task",
        Resource: "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
        Arguments: {
          QueueUrl,
          MessageBody: { kind: "perform", taskToken: "{% $states.context.Task.Token %}" },
        },
        TimeoutSeconds: 3_600,
        End: true,
      },
    },
  });

it("[fault D3] fails the state that waits for a command which no reader settled, instead of letting it wait", async () => {
  const { sqs, sfn } = clients;
  const queue = await openCommandQueue(
    sqs,
    hostQueueName(cloud.stage, tenantId, "host-a"),
    deadLetterQueueName(cloud.stage),
  );
  await sqs.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: "no command at all" }));
  const { stateMachineArn } = await sfn.send(
    new CreateStateMachineCommand({
      name: "waits",
      definition: definition(queue.url),
      roleArn: "arn:aws:iam::000000000000:role/waits",
    }),
  );
  const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));

  // Readers that die with what they read, until the queue gives up on both messages: whatever they got, it has no more.
  const seen = new Set<string>();
  for (let left = true; left || seen.size < 2; ) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queue.url,
        VisibilityTimeout: 0,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 1,
      }),
    );
    for (const { MessageId = "" } of Messages) seen.add(MessageId);
    left = Messages.length > 0;
  }

  const ended = async () => {
    for (;;) {
      const execution = await sfn.send(new DescribeExecutionCommand({ executionArn }));
      if (execution.status !== "RUNNING") return execution;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const { status, error, cause } = await ended();
  expect([status, error]).toEqual(["FAILED", "CommandUndelivered"]);
  expect(WireError.parse(JSON.parse(String(cause)))).toMatchObject({
    code: "CommandUndelivered",
    message: expect.stringContaining("perform"),
    advice: [expect.any(String)],
  });
});
