import type { SQSClient } from "@aws-sdk/client-sqs";
import { poolQueueName } from "#shared/contracts/farm/queue-names.ts";
import type { JobPriority } from "#shared/contracts/job/job-request.ts";
import type { PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Repositories } from "#shared/storage/repositories.ts";
import { type CommandQueue, commandQueue } from "../delivery/command-queue.ts";

/** Where jobs of a pool wait for a device, a queue for each class. */
export type PoolQueues = Readonly<Record<JobPriority, CommandQueue>>;

/** A host serves a pool and makes none. @throws PoolNotFound that says how to make it · ConfigurationInvalid for another stage */
export async function findPoolQueues(
  sqs: SQSClient,
  pools: Repositories["pools"],
  { stage, tenantId, pool }: { readonly stage: Stage; readonly tenantId: TenantId; readonly pool: PoolName },
): Promise<PoolQueues> {
  const found = await pools.get(tenantId, pool);
  if (found?.highQueueUrl === undefined || found.lowQueueUrl === undefined)
    throw new DroverError(
      "PoolNotFound",
      `Tenant '${tenantId}' has no pool '${pool}' that a host could serve.`,
      {
        advice: [`Create it first, with a token of the tenant: drover pools create ${pool}`],
      },
    );
  const queue = found.queueUrl.slice(found.queueUrl.lastIndexOf("/") + 1);
  if (queue !== poolQueueName(stage, tenantId, pool))
    throw new DroverError(
      "ConfigurationInvalid",
      `Pool '${pool}' belongs to another stage than '${stage}': its queue is ${queue}.`,
      {
        advice: [
          "Name the deployment's stage, which is the second part of its queues' names: drover hosts run --stage <name>",
        ],
      },
    );
  return {
    high: commandQueue(sqs, found.highQueueUrl),
    normal: commandQueue(sqs, found.queueUrl),
    low: commandQueue(sqs, found.lowQueueUrl),
  };
}
