import { GetQueueAttributesCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { storageCall } from "../table/storage-call.ts";

/** About how many messages of a queue nobody has read. */
export const waitingMessages = (sqs: SQSClient, QueueUrl: string): Promise<number> =>
  storageCall(`read queue ${QueueUrl.split("/").at(-1)}`, async () => {
    const AttributeNames = ["ApproximateNumberOfMessages" as const];
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
    return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
  });
