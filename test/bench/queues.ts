/**
 * `npm run bench:queues`: CPU of one message sent, received and deleted through the SDK's client, with and without a socket,
 * on an empty queue and behind 10,000 waiting messages of 200 groups; and what 500 waiting long polls cost.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
  type SQSClientConfig,
} from "@aws-sdk/client-sqs";
import { inProcessHandler, startObjectAndQueueServer } from "@drover/aws-local";
import { unsigned } from "#shared/storage/table/unsigned.ts";

const rounds = 500;
const backlog = 10_000;
const polls = 500;
const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-"));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function cpuMilliseconds(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const MessageBody = JSON.stringify({ kind: "command", text: "x".repeat(1_500) });

async function measure(label: string, config: SQSClientConfig): Promise<void> {
  const client = new SQSClient({
    region: "us-east-1",
    credentials: { accessKeyId: "FARM", secretAccessKey: "s" },
    useQueueUrlAsEndpoint: false,
    ...config,
  });
  const create = async (QueueName: string) =>
    (await client.send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? "";
  const message = async (QueueUrl: string, MessageGroupId: string) => {
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId }));
    const { Messages } = await client.send(new ReceiveMessageCommand({ QueueUrl }));
    const ReceiptHandle = Messages?.[0]?.ReceiptHandle;
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  };
  const many = async (QueueUrl: string) => {
    for (let round = 0; round < rounds; round += 1) await message(QueueUrl, `group-${round % 10}`);
  };
  const empty = await create("empty");
  await many(empty);
  print(`${label}: ${((await cpuMilliseconds(() => many(empty))) / rounds).toFixed(2)} ms a message`);
  const full = await create("full");
  for (let sent = 0; sent < backlog; sent += 10) {
    const Entries = Array.from({ length: 10 }, (_none, index) => ({
      Id: String(index),
      MessageBody,
      MessageGroupId: `group-${(sent + index) % 200}`,
    }));
    await client.send(new SendMessageBatchCommand({ QueueUrl: full, Entries }));
  }
  const behind = (await cpuMilliseconds(() => many(full))) / rounds;
  print(`${label}, ${backlog} others waiting: ${behind.toFixed(2)} ms a message`);
  const idle = await create("idle");
  const waiting = Array.from({ length: polls }, () =>
    client.send(new ReceiveMessageCommand({ QueueUrl: idle, WaitTimeSeconds: 20 })),
  );
  const all = Promise.all(waiting).catch(() => undefined);
  await many(empty);
  const beside = (await cpuMilliseconds(() => many(empty))) / rounds;
  print(`${label}, ${polls} long polls waiting: ${beside.toFixed(2)} ms a message`);
  for (let sent = 0; sent < polls; sent += 1)
    await client.send(new SendMessageCommand({ QueueUrl: idle, MessageBody }));
  await all;
  client.destroy();
}

const httpAgent = { maxSockets: 600 };
const server = await startObjectAndQueueServer({
  queueDir: path.join(dir, "queues"),
  objectDir: path.join(dir, "objects"),
});
await measure("over a socket", { endpoint: server.url, requestHandler: { httpAgent } });
const queues = await startObjectAndQueueServer({
  queueDir: path.join(dir, "queues-2"),
  objectDir: path.join(dir, "objects-2"),
});
await measure("in the process", {
  endpoint: queues.url,
  requestHandler: inProcessHandler(queues.services.queues, "127.0.0.1"),
  signer: unsigned,
});
await queues.close();
await server.close();
await rm(dir, { recursive: true, force: true });
process.exit(0);
