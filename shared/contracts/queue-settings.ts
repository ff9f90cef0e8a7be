/**
 * Of a pool's queue and of a host's. A host opens its queues with CreateQueue and these first two: SQS refuses that when an
 * existing queue has other ones (device-host/delivery/command-queue.ts).
 */
export const queueSettings = {
  visibilitySeconds: 30,
  receiveWaitSeconds: 20,
  /** A message that so many readers gave back or died with goes to the dead-letter queue. */
  maxReceiveCount: 10,
  deadLetterRetentionSeconds: 14 * 24 * 3_600,
} as const;
