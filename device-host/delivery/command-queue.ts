import { setTimeout } from "node:timers/promises";
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  GetQueueAttributesCommand,
  type Message,
  QueueDeletedRecently,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { firstQueueAttributes, laterQueueAttributes } from "#shared/contracts/farm/queue-settings.ts";
import type { CommandAttributes } from "#shared/contracts/step/command-attributes.ts";
import { waitingMessages } from "#shared/storage/devices/waiting-messages.ts";
import { storageCall } from "#shared/storage/table/storage-call.ts";
import { defined } from "#shared/values/defined.ts";
import { deleteTogether } from "./delete-together.ts";

export interface QueueMessage {
  readonly body: string;
  /** Of X-Ray, as whoever sent it had it; absent: nobody traces. */
  readonly traceId?: string;
  /** W3C's, of the job's own span; absent: the job is traced nowhere. */
  readonly traceparent?: string;
  /** Deletes it: its work is settled. */
  settle(): Promise<void>;
  /** Keeps it away from other readers for that much longer; 0 gives it back at once. */
  hold(seconds: number): Promise<void>;
  /** Another message in the same queue, seen after a pause. */
  sendAnew(body: string, messageGroupId: string, pauseSeconds: number): Promise<void>;
}

export interface CommandQueue {
  readonly url: string;
  /** At most `count` (1 to 10) messages; waits up to `waitSeconds` for the first. */
  receive(count: number, waitSeconds: number, signal: AbortSignal): Promise<readonly QueueMessage[]>;
  /** About how many messages nobody has taken. */
  waiting(): Promise<number>;
}

/**
 * A message nobody settles or holds comes again after this: the reader died. Well over a heartbeat, and well under the
 * HeartbeatSeconds of the definitions: a host that is started again continues before the job gives its device up.
 */
export const heldSeconds = 18;

/** `Root=1-5759e988-bd862e3fe1be46a994272793;Parent=…;Sampled=1` */
const traceIdIn = /(?:^|;)Root=(1-[0-9a-f]{8}-[0-9a-f]{24})(?:;|$)/;

const mostTries = 13;
const betweenTriesMilliseconds = 5_000;

/**
 * Opens the queue of that name, made when it is missing: a host's own and its devices'. What its readers cannot settle goes to the
 * dead-letter queue, whose reader tells the state that waits (docs/faults.md D3).
 */
export async function openCommandQueue(
  sqs: SQSClient,
  name: string,
  deadLetterQueue: string,
  {
    wait = setTimeout,
    gatherMilliseconds,
  }: {
    readonly wait?: (milliseconds: number) => Promise<unknown>;
    /** How long a message may wait to be deleted with others. */
    readonly gatherMilliseconds?: number;
  } = {},
): Promise<CommandQueue> {
  const url = await storageCall(`open queue ${name}`, () => madeQueue(sqs, name, wait));
  await storageCall(`give queue ${name} its dead-letter queue`, async () => {
    const Attributes = laterQueueAttributes(`${await placeOf(sqs, url)}:${name}`, deadLetterQueue);
    // Apart from CreateQueue, which refuses an existing queue whose attributes are other ones.
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes }));
  });
  return commandQueue(sqs, url, gatherMilliseconds);
}

/** A queue that was removed is not made again for a minute: a host that comes back although it was to be gone waits for that. */
async function madeQueue(
  sqs: SQSClient,
  name: string,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<string> {
  for (let tries = 1; ; tries += 1)
    try {
      const command = new CreateQueueCommand({ QueueName: name, Attributes: firstQueueAttributes });
      const { QueueUrl } = await sqs.send(command);
      if (QueueUrl === undefined) throw new Error(`queue ${name} has no URL`);
      return QueueUrl;
    } catch (error) {
      if (!(error instanceof QueueDeletedRecently) || tries > mostTries) throw error;
      await wait(betweenTriesMilliseconds);
    }
}

/** One that is there. */
export function commandQueue(sqs: SQSClient, url: string, gatherMilliseconds?: number): CommandQueue {
  const remove = deleteTogether(sqs, url, gatherMilliseconds);
  const holdFor = async (ReceiptHandle: string, VisibilityTimeout: number): Promise<void> => {
    const command = new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout });
    await storageCall("hold a message", () => sqs.send(command));
  };
  const message = (body: string, receiptHandle: string, received: Message): QueueMessage => ({
    body,
    ...defined({
      traceId: traceIdIn.exec(received.Attributes?.AWSTraceHeader ?? "")?.[1],
      traceparent: received.MessageAttributes?.traceparent?.StringValue,
    }),
    settle: () => remove(receiptHandle),
    sendAnew: async (MessageBody, MessageGroupId, DelaySeconds) => {
      await storageCall("send a message", () =>
        sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody, MessageGroupId, DelaySeconds })),
      );
    },
    hold: inTurn((seconds) => holdFor(receiptHandle, seconds)),
  });
  return {
    url,
    waiting: () => waitingMessages(sqs, url),
    receive: async (count, waitSeconds, signal) => {
      const command = new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: count,
        WaitTimeSeconds: waitSeconds,
        VisibilityTimeout: heldSeconds,
        MessageSystemAttributeNames: ["AWSTraceHeader"],
        MessageAttributeNames: ["traceparent" satisfies keyof CommandAttributes],
      });
      const { Messages: messages = [] } = await storageCall(`read queue ${url.split("/").at(-1)}`, () =>
        sqs.send(command, { abortSignal: signal }),
      );
      return messages.flatMap((received) => {
        const { Body, ReceiptHandle } = received;
        return Body === undefined || ReceiptHandle === undefined
          ? []
          : [message(Body, ReceiptHandle, received)];
      });
    },
  };
}

/** One call after the other: a heartbeat on its way must not hide again what is given back after it. */
function inTurn(call: (seconds: number) => Promise<void>): (seconds: number) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return (seconds) => {
    const done = last.then(() => call(seconds));
    last = done.catch(() => undefined);
    return done;
  };
}

/** Partition, region and account are those of all queues that a client reaches: a host, which opens one for each device, asks once. */
const places = new WeakMap<SQSClient, Promise<string>>();

function placeOf(sqs: SQSClient, url: string): Promise<string> {
  const asked = places.get(sqs) ?? askPlace(sqs, url);
  places.set(sqs, asked);
  asked.catch(() => places.delete(sqs));
  return asked;
}

/** The start of the queue's ARN. */
async function askPlace(sqs: SQSClient, QueueUrl: string): Promise<string> {
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] });
  const { QueueArn = "" } = (await sqs.send(command)).Attributes ?? {};
  return QueueArn.slice(0, QueueArn.lastIndexOf(":"));
}
