import type { SQSClient } from "@aws-sdk/client-sqs";
import type { Pool } from "../contracts/farm/pool.ts";
import type { PoolName, TenantId } from "../contracts/values/ids.ts";
import type { Stage } from "../contracts/values/stage.ts";
import { DroverError } from "../errors/drover-error.ts";
import { checkRoom } from "../rules/check-room.ts";
import { defined } from "../values/defined.ts";
import { createPoolQueues } from "./devices/pool-queues.ts";
import type { Repositories } from "./repositories.ts";

interface PoolServices {
  readonly sqs: SQSClient;
  readonly stage: Stage;
  readonly pools: Repositories["pools"];
  readonly now: () => Date;
}

/**
 * Makes a pool with its queues. Queues that are there with the right settings are adopted, and a pool that is there is left as it
 * is, so that making one again does no harm. @throws PoolRefused, LimitReached
 */
export async function makePool(
  { sqs, stage, pools, now }: PoolServices,
  owner: { readonly tenantId: TenantId; readonly pool: PoolName },
): Promise<{ readonly pool: Pool; readonly queues: "created" | "adopted" }> {
  const known = await pools.list(owner.tenantId);
  const before = known.find(({ pool }) => pool === owner.pool);
  if (before === undefined) checkRoom("pools", known.length);
  const { high, normal, low } = await createPoolQueues(sqs, stage).put(owner);
  const faults = [high, normal, low].flatMap((queue) => queue.faults);
  if (faults.length > 0)
    throw new DroverError(
      "PoolRefused",
      `Queues of pool '${owner.pool}' exist already, with other settings: ${faults.join("; ")}.`,
      { details: { faults } },
    );
  const pool: Pool = {
    schemaVersion: 1,
    ...owner,
    queueUrl: normal.url,
    highQueueUrl: high.url,
    lowQueueUrl: low.url,
    ...defined({ apiLevel: before?.apiLevel }),
    updatedAt: now().toISOString(),
  };
  await pools.put(pool);
  return { pool, queues: [high, normal, low].every(({ isNew }) => isNew) ? "created" : "adopted" };
}
