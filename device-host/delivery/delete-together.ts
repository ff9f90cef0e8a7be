import { DeleteMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { storageCall, storageError } from "#shared/storage/table/storage-call.ts";

/** SQS takes no more in one call. */
const mostTogether = 10;
/** A host with many devices settles several messages within this; one alone is hardly held up. */
const hardlyAny = 3;

interface Settled {
  readonly receiptHandle: string;
  readonly taken: () => void;
  readonly failed: (error: unknown) => void;
}

/** Deletes messages of one queue, those of the same moment with one call. Each rejects with StorageUnavailable for itself. */
export function deleteTogether(
  sqs: Pick<SQSClient, "send">,
  queueUrl: string,
  gatherMilliseconds = hardlyAny,
): (receiptHandle: string) => Promise<void> {
  let gathered: Settled[] = [];
  const flush = (): void => {
    const together = gathered;
    gathered = [];
    if (together.length > 0) void deleteAll(sqs, queueUrl, together);
  };
  return (receiptHandle) =>
    new Promise((taken, failed) => {
      gathered.push({ receiptHandle, taken, failed });
      if (gathered.length === mostTogether) flush();
      else if (gathered.length === 1) setTimeout(flush, gatherMilliseconds);
    });
}

async function deleteAll(
  sqs: Pick<SQSClient, "send">,
  queueUrl: string,
  together: readonly Settled[],
): Promise<void> {
  try {
    await storageCall("delete a message", async () => {
      const Entries = together.map(({ receiptHandle }, index) => ({
        Id: String(index),
        ReceiptHandle: receiptHandle,
      }));
      const { Failed = [] } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      const failed = new Map(Failed.map(({ Id, Code, Message }) => [Id, `${Code}: ${Message ?? ""}`]));
      for (const [index, one] of together.entries()) {
        const why = failed.get(String(index));
        if (why === undefined) one.taken();
        else one.failed(storageError("delete a message", new Error(why)));
      }
    });
  } catch (error) {
    for (const one of together) one.failed(error);
  }
}
