import { DeleteQueueCommand, QueueDoesNotExist, type SQSClient } from "@aws-sdk/client-sqs";
import { storageCall } from "#shared/storage/table/storage-call.ts";
import type { HostServices } from "./host-services.ts";

/**
 * Removes the host's queue and those of its devices, and the host's record. Call it when nothing reads them any more. What cannot be
 * removed now is removed when the host has been silent for long (functions/retirement/).
 */
export async function retireHost(services: HostServices, sqs: SQSClient): Promise<void> {
  await removeAll(services, sqs).catch((error: unknown) =>
    services.logger.error("host not retired", { error: String(error) }),
  );
}

/** Devices first, so that no job is sent to a removed queue. */
async function removeAll(
  { tenantId, hostId, repositories, clock, commandQueueUrl, logger }: HostServices,
  sqs: SQSClient,
): Promise<void> {
  const devices = await repositories.devices.listByHost(tenantId, hostId);
  const deviceQueues = devices.flatMap(({ queueUrl }) => queueUrl ?? []);
  const at = clock.now().toISOString();
  await Promise.all(devices.map(({ deviceId }) => repositories.devices.forgetQueue(tenantId, deviceId, at)));
  await Promise.all([...deviceQueues, commandQueueUrl].map((url) => removeQueue(sqs, url)));
  await repositories.hosts.remove(tenantId, hostId);
  logger.info("host retired", { hostId, queues: deviceQueues.length + 1 });
}

const removeQueue = (sqs: SQSClient, QueueUrl: string): Promise<void> =>
  storageCall("remove a queue", async () => {
    try {
      await sqs.send(new DeleteQueueCommand({ QueueUrl }));
    } catch (error) {
      if (!(error instanceof QueueDoesNotExist)) throw error;
    }
  });
