import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { directJson } from "./json-calls.ts";

/** Calls of SQS. */
export const directMessages = directJson(
  new Map<unknown, string>([
    [ReceiveMessageCommand, "AmazonSQS.ReceiveMessage"],
    [SendMessageCommand, "AmazonSQS.SendMessage"],
    [DeleteMessageCommand, "AmazonSQS.DeleteMessage"],
    [DeleteMessageBatchCommand, "AmazonSQS.DeleteMessageBatch"],
    [ChangeMessageVisibilityCommand, "AmazonSQS.ChangeMessageVisibility"],
  ]),
);
