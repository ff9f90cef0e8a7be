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

interface QueueEventSourceOptions {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
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
export function startQueueEventSource(options: QueueEventSourceOptions): QueueEventSource {
  const closing = new AbortController();
  const running = poll(options, closing.signal);
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}

async function poll(options: QueueEventSourceOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await handOver(options, signal);
    } catch {
      // The queue or the function did not answer: what was read comes again.
      await setTimeout(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function handOver(options: QueueEventSourceOptions, signal: AbortSignal): Promise<void> {
  const { sqs, queueUrl: QueueUrl } = options;
  const { Messages: messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 20 }),
    { abortSignal: signal },
  );
  if (messages.length === 0) return;
  const result = await options.lambda.invoke(options.functionName, eventOf(messages, options));
  if (result.failed) return;
  const failures = BatchResponse.parse(JSON.parse(result.payload) ?? {}).batchItemFailures;
  const failed = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
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
