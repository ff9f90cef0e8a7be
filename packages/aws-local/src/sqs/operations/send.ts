import { hash } from "node:crypto";
import {
  attributeBytes,
  attributesMd5,
  checkContents,
  messageAttributes,
  systemAttributes,
} from "../message-attributes.ts";
import { integerParameter, list, messageGroup, queueParameters, textParameter } from "../parameters.ts";
import type { Queue } from "../queue/queue.ts";
import { largestMessageBytes } from "../queue/queue-settings.ts";
import { batchTooLong, invalidQueueParameter, missingParameter } from "../service-error.ts";
import type { Draft } from "../store/message-store.ts";
import { eachEntry, readEntries } from "./batch.ts";
import type { QueueOperation } from "./operation.ts";

const messageParameters = {
  DelaySeconds: integerParameter(0, 900),
  MessageAttributes: messageAttributes,
  MessageSystemAttributes: systemAttributes,
  MessageGroupId: messageGroup,
};
const readMessage = queueParameters({ MessageBody: textParameter }, messageParameters);
const readSend = queueParameters({ QueueUrl: textParameter, MessageBody: textParameter }, messageParameters);
const readSendBatch = queueParameters({ QueueUrl: textParameter, Entries: list }, {});

interface Written {
  readonly draft: Draft;
  readonly bytes: number;
  readonly answer: object;
}

function written(queue: Queue, message: ReturnType<typeof readMessage>, id: string): Written {
  const { MessageBody: body, MessageAttributes: user = {}, MessageSystemAttributes: system = {} } = message;
  if (body === "") throw missingParameter("MessageBody");
  checkContents(body);
  const bytes = Buffer.byteLength(body) + attributeBytes(user);
  const { maximumBytes } = queue.settings;
  if (bytes > maximumBytes)
    throw invalidQueueParameter(
      `One or more parameters are invalid. Reason: Message must be shorter than ${maximumBytes} bytes.`,
    );
  const md5 = hash("md5", body);
  const [hasUser, hasSystem] = [Object.keys(user).length > 0, Object.keys(system).length > 0];
  return {
    bytes,
    draft: {
      id,
      body,
      md5,
      group: message.MessageGroupId,
      attributes: hasUser || hasSystem ? JSON.stringify({ user, system }) : null,
      delaySeconds: message.DelaySeconds,
    },
    answer: {
      MessageId: id,
      MD5OfMessageBody: md5,
      ...(hasUser ? { MD5OfMessageAttributes: attributesMd5(user) } : {}),
      ...(hasSystem ? { MD5OfMessageSystemAttributes: attributesMd5(system) } : {}),
    },
  };
}

export const sendMessage: QueueOperation = ({ queues }, input) => {
  const { QueueUrl: url, ...message } = readSend(input, "");
  const queue = queues.at(url);
  const { draft, answer } = written(queue, message, queues.newMessageId());
  queue.send([draft]);
  return answer;
};

export const sendMessageBatch: QueueOperation = ({ queues }, input) => {
  const { QueueUrl: url, Entries } = readSendBatch(input, "");
  const queue = queues.at(url);
  let bytes = 0;
  const drafts: Draft[] = [];
  const result = eachEntry(readEntries(Entries), ({ id, rest }) => {
    const message = written(queue, readMessage(rest, ""), queues.newMessageId());
    bytes += message.bytes;
    drafts.push(message.draft);
    return { Id: id, ...message.answer };
  });
  if (bytes > largestMessageBytes) throw batchTooLong(bytes, largestMessageBytes);
  if (drafts.length > 0) queue.send(drafts);
  return result;
};
