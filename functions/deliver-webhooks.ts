import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { errorFields, withContext } from "#agent/environment/runtime-logger.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { deliver } from "#api/webhooks/deliver.ts";
import { DeliveryKey } from "#shared/contracts/webhook/webhook-delivery.ts";
import { inTrace } from "./runtime/in-trace.ts";
import { runtimeFor } from "./runtime/runtime.ts";

/** Sends the queued deliveries to their webhooks, in parallel. A message is retried only if storage failed. */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const runtime = runtimeFor("deliver-webhooks");
  const logger = withContext(runtime.logger, {
    function: "deliver-webhooks",
    requestId: context.awsRequestId,
  });
  const again = await inTrace("deliver-webhooks", undefined, runtime, () =>
    Promise.all(event.Records.map((record) => deliverOne(record, { ...runtime, logger }))),
  );
  return { batchItemFailures: again.flatMap((messageId) => messageId ?? []).map(asFailure) };
}

const asFailure = (itemIdentifier: string) => ({ itemIdentifier });

/** The message's id if it must be retried. */
async function deliverOne(
  { body, messageId }: SQSRecord,
  runtime: Runtime<"deliver-webhooks">,
): Promise<string | undefined> {
  const key = DeliveryKey.safeParse(parseJson(body)).data;
  if (key === undefined) {
    runtime.logger.warn("dropped a message that names no delivery", { messageId });
    return undefined;
  }
  try {
    await deliver(key, runtime);
    return undefined;
  } catch (error) {
    runtime.logger.error("a delivery failed", { ...key, ...errorFields(error) });
    return messageId;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
