import { integerParameter, list, queueParameters, textParameter } from "../parameters.ts";
import { eachEntry, readEntries } from "./batch.ts";
import type { QueueOperation } from "./operation.ts";

const visibility = integerParameter(0, 43_200);
const readDelete = queueParameters({ QueueUrl: textParameter, ReceiptHandle: textParameter }, {});
const readDeleteEntry = queueParameters({ ReceiptHandle: textParameter }, {});
const readChange = queueParameters(
  { QueueUrl: textParameter, ReceiptHandle: textParameter, VisibilityTimeout: visibility },
  {},
);
const readChangeEntry = queueParameters({ ReceiptHandle: textParameter, VisibilityTimeout: visibility }, {});
const readBatch = queueParameters({ QueueUrl: textParameter, Entries: list }, {});

export const deleteMessage: QueueOperation = ({ queues }, input) => {
  const { QueueUrl: url, ReceiptHandle: handle } = readDelete(input, "");
  queues.at(url).delete(handle);
  return {};
};

export const deleteMessageBatch: QueueOperation = ({ queues }, input) => {
  const { QueueUrl: url, Entries } = readBatch(input, "");
  const queue = queues.at(url);
  return eachEntry(readEntries(Entries), ({ id, rest }) => {
    queue.delete(readDeleteEntry(rest, "").ReceiptHandle);
    return { Id: id };
  });
};

export const changeMessageVisibility: QueueOperation = ({ queues }, input) => {
  const { QueueUrl: url, ReceiptHandle: handle, VisibilityTimeout: seconds } = readChange(input, "");
  queues.at(url).changeVisibility(handle, seconds);
  return {};
};

export const changeMessageVisibilityBatch: QueueOperation = ({ queues }, input) => {
  const { QueueUrl: url, Entries } = readBatch(input, "");
  const queue = queues.at(url);
  return eachEntry(readEntries(Entries), ({ id, rest }) => {
    const { ReceiptHandle: handle, VisibilityTimeout: seconds } = readChangeEntry(rest, "");
    queue.changeVisibility(handle, seconds);
    return { Id: id };
  });
};
