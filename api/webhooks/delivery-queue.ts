import { SendMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { errorFields, type RuntimeLogger } from "#agent/environment/runtime-logger.ts";
import type { DeliveryKey } from "#shared/contracts/webhook/webhook-delivery.ts";

interface DeliveryQueue {
  readonly sqs: () => Promise<SQSClient>;
  readonly queueUrl: string;
  readonly logger: RuntimeLogger;
}

/** SQS's own limits: of one call, and of how long a message may wait. */
const mostAtOnce = 10;
const longestDelaySeconds = 900;

/**
 * Hands deliveries to the queue that the function `deliver-webhooks` reads. Never throws: what is not handed over is overdue soon, and the sweep
 * finds it. A tenant's are a group, so that one that has many keeps no other waiting.
 */
export const deliveryQueue =
  ({ sqs, queueUrl, logger }: DeliveryQueue) =>
  async (keys: readonly DeliveryKey[], delayMilliseconds = 0): Promise<void> => {
    const DelaySeconds = Math.min(longestDelaySeconds, Math.max(0, Math.ceil(delayMilliseconds / 1_000)));
    try {
      const client = await sqs();
      for (let from = 0; from < keys.length; from += mostAtOnce) {
        const Entries = keys.slice(from, from + mostAtOnce).map((key, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(key),
          MessageGroupId: key.tenantId,
          DelaySeconds,
        }));
        const { Failed = [] } = await client.send(
          new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }),
        );
        if (Failed.length > 0) logger.warn("deliveries wait for the sweep", { count: Failed.length });
      }
    } catch (error) {
      logger.warn("deliveries wait for the sweep", { count: keys.length, ...errorFields(error) });
    }
  };
