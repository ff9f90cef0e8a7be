import { setTimeout } from "node:timers/promises";
import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import * as z from "zod";
import type { LambdaHost } from "./lambda-host.ts";

interface QueueReaderOptions {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  /** Ids of those that it could not take: they come again. */
  readonly take: (messages: readonly Message[]) => Promise<ReadonlySet<string>>;
}

interface QueueEventSourceOptions extends Omit<QueueReaderOptions, "take"> {
  readonly queueArn: string;
  readonly region: string;
  readonly lambda: Pick<LambdaHost, "invoke">;
  readonly functionName: string;
}

export interface QueueEventSource {
  /** Messages under way come again after their visibility timeout. */
  close(): Promise<void>;
}

const BatchResponse = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).default([]),
});
const pauseMilliseconds = 1_000;

/**
 * An event source mapping from a queue to a function with `ReportBatchItemFailures`: what the function took is deleted, the
 * rest comes again. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export const startQueueEventSource = (options: QueueEventSourceOptions): QueueEventSource =>
  startQueueReader({
    sqs: options.sqs,
    queueUrl: options.queueUrl,
    take: async (messages) => {
      const result = await options.lambda.invoke(options.functionName, eventOf(messages, options));
      if (result.failed) return new Set(messages.map(({ MessageId = "" }) => MessageId));
      const failures = BatchResponse.parse(JSON.parse(result.payload) ?? {}).batchItemFailures;
      return new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
    },
  });

/** Reads a queue until it is closed. What was taken is deleted, the rest comes again after its visibility timeout. */
export function startQueueReader(options: QueueReaderOptions): QueueEventSource {
  const closing = new AbortController();
  const running = poll(options, closing.signal);
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}

async function poll(options: QueueReaderOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await handOver(options, signal);
    } catch {
      // The queue or its reader did not answer: what was read comes again.
      await setTimeout(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function handOver(
  { sqs, queueUrl: QueueUrl, take }: QueueReaderOptions,
  signal: AbortSignal,
): Promise<void> {
  const { Messages: messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: 20,
      MessageSystemAttributeNames: ["MessageGroupId"],
    }),
    { abortSignal: signal },
  );
  if (messages.length === 0) return;
  const failed = await take(messages);
  const taken = messages.filter(({ MessageId = "" }) => !failed.has(MessageId));
  await Promise.all(
    taken.map(({ ReceiptHandle }) => sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))),
  );
}

const eventOf = (messages: readonly Message[], { queueArn, region }: QueueEventSourceOptions): SQSEvent => ({
  Records: messages.map(({ MessageId = "", ReceiptHandle = "", Body = "", MD5OfBody = "" }) => ({
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: {
      ApproximateReceiveCount: "1",
      SentTimestamp: "0",
      SenderId: "drover",
      ApproximateFirstReceiveTimestamp: "0",
    },
    messageAttributes: {},
    md5OfBody: MD5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: queueArn,
    awsRegion: region,
  })),
});
