import { DeleteQueueCommand, GetQueueAttributesCommand, paginateListQueues } from "@aws-sdk/client-sqs";
import { errorFields } from "#agent/environment/runtime-logger.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { Host } from "#shared/contracts/device/host.ts";
import {
  deviceQueueName,
  hostQueueName,
  hostQueueOwner,
  stageQueuePrefix,
} from "#shared/contracts/farm/queue-names.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { everyItem } from "#shared/values/every-item.ts";

export interface Retired {
  readonly hosts: number;
  readonly queues: number;
}

/** A host that was silent for this long has no jobs, and usually no machine. */
export const silentDays = 14;
/** Of one call; the next continues. */
export const mostRemovedQueues = 200;
const mostListedQueues = 10_000;
const perPage = 100;

/**
 * Forgets the hosts of every tenant that were silent for silentDays, and removes each queue of a host or device that is no living
 * host's and older than that. A living host's queue is not looked at, so nothing that waits for it is lost.
 */
export async function retireHosts(runtime: Services, stage: Stage): Promise<Retired> {
  const since = new Date(runtime.now().getTime() - silentDays * 86_400_000);
  const retired = { hosts: 0, queues: 0 };
  for (const [tenantId, queues] of await queuesByTenant(runtime, stage)) {
    try {
      const living = await livingHosts(tenantId, since, retired, runtime);
      const needed = await neededQueues({ stage, tenantId, living }, runtime);
      for (const [name, url] of queues) {
        if (retired.queues >= mostRemovedQueues) return retired;
        if (needed.has(name) || !(await wasMadeBefore(url, since, runtime))) continue;
        await (await runtime.clients.sqs()).send(new DeleteQueueCommand({ QueueUrl: url }));
        retired.queues += 1;
      }
    } catch (error) {
      // One tenant whose hosts cannot be looked through now is in no other's way.
      runtime.logger.error("silent hosts were not retired", { tenantId, ...errorFields(error) });
    }
  }
  return retired;
}

/** The URLs of hosts' and devices' queues by name, of each tenant that has some. */
async function queuesByTenant({ clients }: Pick<Services, "clients">, stage: Stage) {
  const byTenant = new Map<TenantId, Map<string, string>>();
  let listed = 0;
  const pages = paginateListQueues(
    { client: await clients.sqs(), pageSize: 1_000 },
    { QueueNamePrefix: stageQueuePrefix(stage) },
  );
  for await (const { QueueUrls = [] } of pages) {
    for (const url of QueueUrls) {
      const name = url.slice(url.lastIndexOf("/") + 1);
      const tenantId = hostQueueOwner(stage, name);
      if (tenantId === null) continue;
      byTenant.set(tenantId, (byTenant.get(tenantId) ?? new Map<string, string>()).set(name, url));
    }
    listed += QueueUrls.length;
    if (listed >= mostListedQueues) break;
  }
  return byTenant;
}

/** The others are forgotten. */
async function livingHosts(
  tenantId: TenantId,
  since: Date,
  retired: { hosts: number },
  { repositories }: Pick<Services, "repositories">,
): Promise<readonly Host[]> {
  const living: Host[] = [];
  for await (const host of everyItem((cursor) =>
    repositories.hosts.list(tenantId, { limit: perPage, cursor }),
  )) {
    const silent =
      Date.parse(host.heartbeatAt) < since.getTime() &&
      (await repositories.hosts.removeSilent(tenantId, host.hostId, since.toISOString()));
    if (silent) retired.hosts += 1;
    else living.push(host);
  }
  return living;
}

/** Queues of live hosts and their devices. Jobs no longer name devices of other hosts. */
async function neededQueues(
  { stage, tenantId, living }: { stage: Stage; tenantId: TenantId; living: readonly Host[] },
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<ReadonlySet<string>> {
  const hostIds = new Set(living.map(({ hostId }) => hostId));
  const needed = new Set(living.map(({ hostId }) => hostQueueName(stage, tenantId, hostId)));
  const devices = everyItem((cursor) => repositories.devices.list(tenantId, { limit: perPage, cursor }));
  for await (const { deviceId, hostId, queueUrl } of devices) {
    if (hostIds.has(hostId)) needed.add(deviceQueueName(stage, tenantId, deviceId));
    else if (queueUrl !== undefined)
      await repositories.devices.forgetQueue(tenantId, deviceId, now().toISOString());
  }
  return needed;
}

/** A host that is just starting has its queue before it is known. */
async function wasMadeBefore(
  url: string,
  since: Date,
  { clients }: Pick<Services, "clients">,
): Promise<boolean> {
  const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["CreatedTimestamp"] });
  const { Attributes } = await (await clients.sqs()).send(command);
  return Number(Attributes?.CreatedTimestamp) * 1_000 < since.getTime();
}
