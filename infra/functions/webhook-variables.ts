import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { WebhookReach } from "#shared/contracts/webhook/webhook-reach.ts";

/** What is deployed calls the public internet alone: inside of its own network there would be what nobody outside may ask. */
export const webhookVariables = ({ queueUrl }: IQueue) => ({
  DROVER_WEBHOOK_QUEUE_URL: queueUrl,
  DROVER_WEBHOOK_REACH: "public" satisfies WebhookReach,
});
