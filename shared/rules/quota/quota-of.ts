import type { Quota, Quotas } from "../../contracts/farm/quota.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { defined } from "../../values/defined.ts";

export const quotaOf = ({ tenants, ...every }: Quotas, tenantId: TenantId): Quota => ({
  ...defined(every),
  ...defined(tenants[tenantId] ?? {}),
});

/** Whether anything bounds how many jobs there are at once: they are counted then. */
export const countsJobs = ({ jobsQueued, jobsRunning }: Quota): boolean =>
  jobsQueued !== undefined || jobsRunning !== undefined;
