import { GetQueueUrlCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openCommandQueue } from "#device-host/delivery/command-queue.ts";
import { jsonLineLogger } from "#device-host/host-logger.ts";
import { deadLetterQueueName, hostQueueName } from "#shared/contracts/farm/queue-names.ts";
import { hostId, stage, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const traceId = "1-5759e988-bd862e3fe1be46a994272793";
const header = `Root=${traceId};Parent=53995c3f42cd8ad8;Sampled=1`;

let farm: TestFarm;
beforeEach(async () => {
  farm = await startTestFarm();
});
afterEach(() => farm.close());

const send = (QueueUrl: string, MessageBody: string, StringValue: string) =>
  farm.storage.clients.sqs.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody,
      MessageGroupId: tenantId,
      MessageSystemAttributes: { AWSTraceHeader: { DataType: "String", StringValue } },
    }),
  );

it("a message says the trace that it is part of, and none where the header is none", async () => {
  const queue = await openCommandQueue(farm.storage.clients.sqs, "traced", deadLetterQueueName(stage));
  await send(queue.url, "traced", header);
  await send(queue.url, "odd", "Root=<script>");
  const messages = await queue.receive(10, 0, new AbortController().signal);
  expect(Object.fromEntries(messages.map(({ body, traceId: id }) => [body, id]))).toEqual({
    traced: traceId,
    odd: undefined,
  });
});

it("what a host's log says of a command names its trace", async () => {
  const lines: string[] = [];
  const logger = jsonLineLogger(
    "info",
    (line) => lines.push(line),
    () => new Date(0),
  );
  await farm.startHost({ logger });
  const QueueName = hostQueueName(stage, tenantId, hostId);
  const { QueueUrl = "" } = await farm.storage.clients.sqs.send(new GetQueueUrlCommand({ QueueName }));
  await send(QueueUrl, "{}", header);
  await expect
    .poll(() => lines.find((line) => line.includes("message not understood")))
    .toContain(`"traceId":"${traceId}"`);
});
