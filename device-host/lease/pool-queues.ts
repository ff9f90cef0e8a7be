import type { SQSClient } from "@aws-sdk/client-sqs";
import type { PoolName, TenantId } from "#shared/contracts/ids.ts";
import type { JobPriority } from "#shared/contracts/job-request.ts";
import { deadLetterQueueName, poolQueueName } from "#shared/contracts/queue-names.ts";
import type { Stage } from "#shared/contracts/stage.ts";
import { type CommandQueue, openCommandQueue } from "../delivery/command-queue.ts";

/** Where jobs of a pool wait for a device, a queue for each class. */
export type PoolQueues = Readonly<Record<JobPriority, CommandQueue>>;

export async function openPoolQueues(
  sqs: SQSClient,
  { stage, tenantId, pool }: { readonly stage: Stage; readonly tenantId: TenantId; readonly pool: PoolName },
): Promise<PoolQueues> {
  const open = (priority: JobPriority): Promise<CommandQueue> =>
    openCommandQueue(sqs, poolQueueName(stage, tenantId, pool, priority), deadLetterQueueName(stage));
  const [high, normal, low] = await Promise.all([open("high"), open("normal"), open("low")]);
  return { high, normal, low };
}
