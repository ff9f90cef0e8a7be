import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
} from "@aws-sdk/client-sqs";
import { expect } from "vitest";
import { openQueues } from "./open-queues.ts";

/** Queues with one called jobs, and what a client does with that. */
export async function openJobsQueue() {
  const queues = await openQueues({ inFlightLimit: 12 });
  const { QueueUrl = "" } = await queues.client.send(new CreateQueueCommand({ QueueName: "jobs" }));
  return {
    queues,
    QueueUrl,
    send: (MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
      queues.client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more })),
    receive: async (more: Partial<ReceiveMessageCommandInput> = {}): Promise<readonly Message[]> =>
      (await queues.client.send(new ReceiveMessageCommand({ QueueUrl, ...more }))).Messages ?? [],
    async countOf(name: "" | "NotVisible" | "Delayed"): Promise<number> {
      const AttributeName = `ApproximateNumberOfMessages${name}` as const;
      const { Attributes } = await queues.client.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [AttributeName] }),
      );
      return Number(Attributes?.[AttributeName]);
    },
  };
}
export type JobsQueue = Awaited<ReturnType<typeof openJobsQueue>>;

/** An error whose name has this in it. */
export const nameHas = (part: string) => ({ name: expect.stringContaining(part) });
