import type { Services } from "#agent/runtime/services.ts";
import type { Device } from "#shared/contracts/device/device.ts";
import type { Host } from "#shared/contracts/device/host.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import type { Page, PageRequest } from "#shared/storage/table/cursor.ts";

/** What a sweep knows of a tenant. */
export interface TenantState {
  readonly tenantId: TenantId;
  readonly pools: readonly PoolName[];
  /** The oldest first. */
  readonly queued: readonly Job[];
  readonly running: readonly Job[];
  readonly devices: readonly Device[];
  readonly hosts: readonly Host[];
}

/** How many of each kind a sweep reads per tenant: a sweep of a thousand devices costs about a hundred thousandth of a dollar. */
const most = 1_000;
const perPage = 200;

/** Every tenant that has a pool: without one nothing of it could wait or run. */
export async function readTenants({
  repositories,
}: Pick<Services, "repositories">): Promise<readonly Pick<TenantState, "tenantId" | "pools">[]> {
  const pools = await repositories.pools.listAll();
  const byTenant = Map.groupBy(pools, ({ tenantId }) => tenantId);
  return [...byTenant].map(([tenantId, its]) => ({ tenantId, pools: its.map(({ pool }) => pool) }));
}

export async function readTenant(
  { tenantId, pools }: Pick<TenantState, "tenantId" | "pools">,
  { repositories }: Pick<Services, "repositories">,
): Promise<TenantState> {
  const { jobs, devices, hosts } = repositories;
  const [queued, running, itsDevices, itsHosts] = await Promise.all([
    upTo(most, (page) => jobs.listOldest(tenantId, "queued", page)),
    upTo(most, (page) => jobs.listOldest(tenantId, "running", page)),
    upTo(most, (page) => devices.list(tenantId, page)),
    upTo(most, (page) => hosts.list(tenantId, page)),
  ]);
  return { tenantId, pools, queued, running, devices: itsDevices, hosts: itsHosts };
}

async function upTo<Item>(
  count: number,
  read: (request: PageRequest) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: perPage, cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && items.length < count);
  return items;
}
