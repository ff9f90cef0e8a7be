import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openCommandQueue } from "#device-host/delivery/command-queue.ts";
import { deadLetterQueueName, hostQueueName, poolQueueName } from "#shared/contracts/farm/queue-names.ts";
import { queueSettings } from "#shared/contracts/farm/queue-settings.ts";
import { HostId } from "#shared/contracts/values/ids.ts";
import { stage, tenantId } from "../../shared/storage/sample-records.ts";
import { startStorage } from "../start-storage.ts";

let dir: string;
let storage: Awaited<ReturnType<typeof startStorage>>;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-dead-letters-"));
  storage = await startStorage(dir);
});
afterEach(async () => {
  await storage.close();
  await rm(dir, { recursive: true });
});

it.each([
  poolQueueName(stage, tenantId, "default"),
  poolQueueName(stage, tenantId, "tablets"),
  hostQueueName(stage, tenantId, HostId.parse("host-a")),
])("sends on from %s what every reader gave back, as it was, to the stage's dead letters", async (name) => {
  const { sqs } = storage.clients;
  const deadLetters = await sqs.send(new CreateQueueCommand({ QueueName: deadLetterQueueName(stage) }));
  const queue = await openCommandQueue(sqs, name, deadLetterQueueName(stage));
  await sqs.send(
    new SendMessageCommand({ QueueUrl: queue.url, MessageBody: '{"taskToken":"t"}', MessageGroupId: "acme" }),
  );
  const receive = () => queue.receive(1, 0, new AbortController().signal);
  for (let reader = 0; reader < queueSettings.maxReceiveCount; reader += 1) {
    const [message] = await receive();
    expect(message?.body).toBe('{"taskToken":"t"}');
    await message?.hold(0);
  }
  expect(await receive()).toEqual([]);
  const { Messages } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: deadLetters.QueueUrl, MessageSystemAttributeNames: ["All"] }),
  );
  expect(Messages).toMatchObject([{ Body: '{"taskToken":"t"}', Attributes: { MessageGroupId: "acme" } }]);
});

it("opens a queue again that has its dead letters already", async () => {
  const open = () =>
    openCommandQueue(
      storage.clients.sqs,
      poolQueueName(stage, tenantId, "default"),
      deadLetterQueueName(stage),
    );
  expect((await open()).url).toBe((await open()).url);
});
