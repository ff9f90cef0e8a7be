import type { SQSClient } from "@aws-sdk/client-sqs";
import type { PoolName, TenantId } from "#shared/contracts/ids.ts";
import type { JobPriority } from "#shared/contracts/job-request.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Repositories } from "#shared/storage/repositories.ts";
import { type CommandQueue, commandQueue } from "../delivery/command-queue.ts";

/** Where jobs of a pool wait for a device, a queue for each class. */
export type PoolQueues = Readonly<Record<JobPriority, CommandQueue>>;

/** A host serves a pool and makes none. @throws PoolNotFound that says how to make it */
export async function findPoolQueues(
  sqs: SQSClient,
  pools: Repositories["pools"],
  { tenantId, pool }: { readonly tenantId: TenantId; readonly pool: PoolName },
): Promise<PoolQueues> {
  const found = await pools.get(tenantId, pool);
  if (found?.highQueueUrl === undefined || found.lowQueueUrl === undefined)
    throw new DroverError(
      "PoolNotFound",
      `Tenant '${tenantId}' has no pool '${pool}' that a host could serve.`,
      {
        advice: [`Make it first, with a token of the tenant: drover pools create ${pool}`],
      },
    );
  return {
    high: commandQueue(sqs, found.highQueueUrl),
    normal: commandQueue(sqs, found.queueUrl),
    low: commandQueue(sqs, found.lowQueueUrl),
  };
}
