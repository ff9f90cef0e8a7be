import type { QueueOperation } from "./operation.ts";
import {
  createQueue,
  deleteQueue,
  getQueueAttributes,
  getQueueUrl,
  listQueues,
  purgeQueue,
  setQueueAttributes,
} from "./queues.ts";
import { receiveMessage } from "./receive.ts";
import { sendMessage, sendMessageBatch } from "./send.ts";
import {
  changeMessageVisibility,
  changeMessageVisibilityBatch,
  deleteMessage,
  deleteMessageBatch,
} from "./settle.ts";

/** All that the local SQS knows. Permissions, tags and moves of dead letters back to their source are not among it. */
export const queueOperations: ReadonlyMap<string, QueueOperation> = new Map(
  Object.entries({
    ChangeMessageVisibility: changeMessageVisibility,
    ChangeMessageVisibilityBatch: changeMessageVisibilityBatch,
    CreateQueue: createQueue,
    DeleteMessage: deleteMessage,
    DeleteMessageBatch: deleteMessageBatch,
    DeleteQueue: deleteQueue,
    GetQueueAttributes: getQueueAttributes,
    GetQueueUrl: getQueueUrl,
    ListQueues: listQueues,
    PurgeQueue: purgeQueue,
    ReceiveMessage: receiveMessage,
    SendMessage: sendMessage,
    SendMessageBatch: sendMessageBatch,
    SetQueueAttributes: setQueueAttributes,
  }),
);
