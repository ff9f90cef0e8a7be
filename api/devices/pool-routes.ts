import { stageOf } from "#agent/environment/stage-of.ts";
import { noSuch } from "#agent/runtime/find-job.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Host } from "#shared/contracts/device/host.ts";
import type { Pool } from "#shared/contracts/farm/pool.ts";
import type { PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isHostLost } from "#shared/rules/device-status.ts";
import { createPoolQueues } from "#shared/storage/devices/pool-queues.ts";
import { makePool } from "#shared/storage/make-pool.ts";
import { everyItem } from "#shared/values/every-item.ts";
import type { RouteHandler } from "../http/http-route.ts";

export const createPool: RouteHandler<Routes["createPool"]> = async ({ tenantId, body }, runtime) => {
  const { clients, repositories, now } = runtime;
  const services = { sqs: await clients.sqs(), stage: stageOf(runtime), pools: repositories.pools, now };
  const { pool, queues } = await makePool(services, { tenantId, pool: body.pool });
  return { ...pool, queues };
};

export const listPools: RouteHandler<Routes["listPools"]> = async ({ tenantId, query }, { repositories }) => {
  const page = await repositories.pools.page(tenantId, query);
  return { ...page, items: [...page.items] };
};

export const readPool: RouteHandler<Routes["readPool"]> = async ({ tenantId, parameters }, runtime) => {
  const { name: pool } = parameters;
  const found = await findPool(tenantId, pool, runtime);
  const [waiting, hosts] = await Promise.all([
    createPoolQueues(await runtime.clients.sqs(), stageOf(runtime)).waiting({ tenantId, pool }),
    hostsOf(tenantId, pool, runtime),
  ]);
  return { ...found, waiting, hosts: hosts.map(({ hostId }) => hostId) };
};

/** Removes the record first, so that no job can be submitted, and then the queues. */
export const removePool: RouteHandler<Routes["removePool"]> = async ({ tenantId, parameters }, runtime) => {
  const { name: pool } = parameters;
  const found = await findPool(tenantId, pool, runtime);
  const queues = createPoolQueues(await runtime.clients.sqs(), stageOf(runtime));
  const serving = (await hostsOf(tenantId, pool, runtime)).map(({ hostId }) => hostId);
  if (serving.length > 0)
    throw refused(`Pool '${pool}' is served by ${serving.join(", ")}.`, "Stop its hosts first.");
  const { high, normal, low } = await queues.waiting({ tenantId, pool });
  const waiting = high + normal + low;
  if (waiting > 0)
    throw refused(
      `${waiting === 1 ? "A job waits" : `${waiting} jobs wait`} in pool '${pool}'.`,
      "Cancel the waiting jobs first: drover jobs --status queued",
    );
  await runtime.repositories.pools.remove(tenantId, pool);
  await queues.remove({ tenantId, pool });
  return found;
};

const refused = (message: string, ...advice: readonly string[]): DroverError =>
  new DroverError("PoolRefused", message, { advice });

async function findPool(
  tenantId: TenantId,
  pool: PoolName,
  { repositories }: Pick<Services, "repositories">,
): Promise<Pool> {
  const found = await repositories.pools.get(tenantId, pool);
  if (found === null) throw noSuch("pool", pool);
  return found;
}

/** Those that have been heard of lately. */
async function hostsOf(
  tenantId: TenantId,
  pool: PoolName,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<readonly Host[]> {
  const hosts = await Array.fromAsync(
    everyItem((cursor) => repositories.hosts.list(tenantId, { limit: 100, cursor })),
  );
  return hosts.filter((host) => host.pool === pool && !isHostLost(host, now()));
}
