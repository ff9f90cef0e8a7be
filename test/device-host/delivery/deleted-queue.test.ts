import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateQueueCommand, DeleteQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { inProcessHandler, startQueues } from "@drover/aws-local";
import { expect, it } from "vitest";
import { openCommandQueue } from "#device-host/delivery/command-queue.ts";

it("waits the minute for which SQS refuses the name of a queue that was deleted", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "drover-deleted-queue-"));
  let now = Date.parse("2026-01-01T00:00:00Z");
  const time = { now: () => now, uptime: () => now, after: () => () => undefined };
  const queues = startQueues({ dataDir, time });
  const client = new SQSClient({
    region: "us-east-1",
    endpoint: "http://127.0.0.1:1",
    credentials: { accessKeyId: "FARM", secretAccessKey: "s" },
    requestHandler: inProcessHandler(queues.service, "127.0.0.1:1"),
    maxAttempts: 1,
  });
  await client.send(new CreateQueueCommand({ QueueName: "dead" }));
  const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: "mine" }));
  await client.send(new DeleteQueueCommand({ QueueUrl }));
  const pauses: number[] = [];
  const wait = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    now += milliseconds;
  };
  expect((await openCommandQueue(client, "mine", "dead", { wait })).url).toBe(QueueUrl);
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(60_000);
  client.destroy();
  queues.close();
  await rm(dataDir, { recursive: true });
});
