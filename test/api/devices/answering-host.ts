import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { Host } from "#shared/contracts/device/host.ts";
import { hostQueueName } from "#shared/contracts/farm/queue-names.ts";
import { DeviceRequest } from "#shared/contracts/workflow/host-command.ts";
import { at, deviceId, hostId, stage, tenantId } from "../../shared/storage/sample-records.ts";
import type { TestApi } from "../start-api.ts";

export type AnsweringHost = Awaited<ReturnType<typeof answeringHost>>;

/** The host of the sample device, with its queue: a test says when it is heard of and what it answers. */
export async function answeringHost({ storage, repositories }: TestApi) {
  const { sqs } = storage.clients;
  const QueueName = hostQueueName(stage, tenantId, hostId);
  await sqs.send(new CreateQueueCommand({ QueueName }));
  const queueUrl = `${storage.config.endpoints.sqs}/000000000000/${QueueName}`;

  const beat = (state: Host["state"], heartbeatAt = at) =>
    repositories.hosts.put(
      Host.parse({
        schemaVersion: 1,
        tenantId,
        hostId,
        pool: "default",
        commandQueueUrl: queueUrl,
        state,
        version: "0.1.0",
        deviceCount: 1,
        startedAt: at,
        heartbeatAt,
      }),
    );

  const received = async (): Promise<DeviceRequest | undefined> => {
    const command = new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: 0 });
    const { Messages: [message] = [] } = await sqs.send(command);
    if (message === undefined) return undefined;
    await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message.ReceiptHandle }));
    return DeviceRequest.parse(JSON.parse(String(message.Body)));
  };

  /** Answers the next request. */
  const answerNext = async (status: number, body: unknown): Promise<DeviceRequest> => {
    for (;;) {
      const request = await received();
      if (request === undefined) continue;
      const { requestId, expiresAt } = request;
      const reply = { tenantId, deviceId, requestId, status, body: JSON.stringify(body) };
      await repositories.deviceReplies.put(reply, expiresAt);
      return request;
    }
  };
  return { beat, received, answerNext };
}
