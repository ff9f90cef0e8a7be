/**
 * Of every queue in which messages for hosts wait. A host opens its own queues with CreateQueue and the first two: SQS
 * refuses that when an existing queue has other ones (device-host/delivery/command-queue.ts).
 */
export const queueSettings = {
  visibilitySeconds: 30,
  receiveWaitSeconds: 20,
  /** A message that so many readers gave back or died with goes to the dead-letter queue. */
  maxReceiveCount: 10,
  deadLetterRetentionSeconds: 14 * 24 * 3_600,
} as const;

/** Of the queue of deliveries to webhooks: longer than its reader's own time, six times as Lambda wants it. */
export const webhookQueueSettings = { visibilitySeconds: 180, maxReceiveCount: 5 } as const;

/** As CreateQueue takes them. */
export const firstQueueAttributes = {
  VisibilityTimeout: String(queueSettings.visibilitySeconds),
  ReceiveMessageWaitTimeSeconds: String(queueSettings.receiveWaitSeconds),
} as const;

/** What names the queue and another of the same account, and is therefore set once the queue is there. */
export const laterQueueAttributes = (queueArn: string, deadLetterQueue: string) =>
  ({
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: `${queueArn.slice(0, queueArn.lastIndexOf(":"))}:${deadLetterQueue}`,
      maxReceiveCount: queueSettings.maxReceiveCount,
    }),
    Policy: JSON.stringify(onlyByTls(queueArn)),
  }) as const;

const onlyByTls = (queueArn: string) => ({
  Version: "2012-10-17",
  Statement: [
    {
      Effect: "Deny",
      Principal: "*",
      Action: "sqs:*",
      Resource: queueArn,
      Condition: { Bool: { "aws:SecureTransport": "false" } },
    },
  ],
});
