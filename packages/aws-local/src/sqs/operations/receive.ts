import { attributesMd5, type MessageAttributes } from "../message-attributes.ts";
import { integerParameter, queueParameters, textParameter, textParameters } from "../parameters.ts";
import type { Received } from "../queue/queue.ts";
import { invalidQueueParameter } from "../service-error.ts";
import type { QueueOperation } from "./operation.ts";

const readReceive = queueParameters(
  { QueueUrl: textParameter },
  {
    AttributeNames: textParameters,
    MessageSystemAttributeNames: textParameters,
    MessageAttributeNames: textParameters,
    MaxNumberOfMessages: integerParameter(1, 10),
    VisibilityTimeout: integerParameter(0, 43_200),
    WaitTimeSeconds: integerParameter(0, 20),
  },
);

/** What may be asked for; those of FIFO queues are known, and no message has them. */
const systemNames = [
  "All",
  "SenderId",
  "SentTimestamp",
  "ApproximateReceiveCount",
  "ApproximateFirstReceiveTimestamp",
  "SequenceNumber",
  "MessageDeduplicationId",
  "MessageGroupId",
  "AWSTraceHeader",
  "DeadLetterQueueSourceArn",
];

export const receiveMessage: QueueOperation = async ({ queues, gone }, input) => {
  const request = readReceive(input, "");
  const queue = queues.at(request.QueueUrl);
  const system = [...(request.AttributeNames ?? []), ...(request.MessageSystemAttributeNames ?? [])];
  for (const name of system)
    if (!systemNames.includes(name)) throw invalidQueueParameter(`Unknown Attribute ${name}.`);
  const waiting = {
    maximum: request.MaxNumberOfMessages ?? 1,
    visibilitySeconds: request.VisibilityTimeout,
  };
  const waitSeconds = request.WaitTimeSeconds ?? queue.settings.waitSeconds;
  const received = await queue.receive(waiting, waitSeconds, gone);
  // Its client went away just when messages came: they would stay hidden, and nobody has them.
  if (gone?.aborted === true) queue.giveBack(received);
  if (received.length === 0) return {};
  const user = request.MessageAttributeNames ?? [];
  return { Messages: received.map((one) => toldMessage(one, system, user, queues.accountId)) };
};

function toldMessage(
  { message, handle, body, md5, attributes, source }: Received,
  system: readonly string[],
  user: readonly string[],
  accountId: string,
): object {
  const kept: { readonly user: MessageAttributes; readonly system: MessageAttributes } =
    attributes === null ? { user: {}, system: {} } : JSON.parse(attributes);
  const told = {
    SenderId: accountId,
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receives),
    ApproximateFirstReceiveTimestamp: String(message.receivedAt),
    MessageGroupId: message.group,
    AWSTraceHeader: kept.system.AWSTraceHeader?.StringValue,
    DeadLetterQueueSourceArn: source ?? undefined,
  };
  const wantedSystem = Object.entries(told).filter(
    ([name, value]) => value !== undefined && (system.includes("All") || system.includes(name)),
  );
  const wantedUser = Object.entries(kept.user).filter(([name]) => isWanted(name, user));
  const userAttributes = Object.fromEntries(wantedUser);
  return {
    MessageId: message.id,
    ReceiptHandle: handle,
    MD5OfBody: md5,
    Body: body,
    ...(wantedSystem.length > 0 ? { Attributes: Object.fromEntries(wantedSystem) } : {}),
    ...(wantedUser.length > 0
      ? { MessageAttributes: userAttributes, MD5OfMessageAttributes: attributesMd5(userAttributes) }
      : {}),
  };
}

/** By its name, `All`, `.*` or a beginning as in `trace.*`. */
const isWanted = (name: string, wanted: readonly string[]): boolean =>
  wanted.some(
    (one) =>
      one === name ||
      one === "All" ||
      one === ".*" ||
      (one.endsWith(".*") && name.startsWith(one.slice(0, -1))),
  );
