import type { TenantId } from "../../contracts/ids.ts";
import type { Quota, Quotas } from "../../contracts/quota.ts";
import { defined } from "../defined.ts";

export const quotaOf = ({ tenants, ...every }: Quotas, tenantId: TenantId): Quota => ({
  ...defined(every),
  ...defined(tenants[tenantId] ?? {}),
});

/** Whether anything bounds how many jobs there are at once: they are counted then. */
export const countsJobs = ({ jobsQueued, jobsRunning }: Quota): boolean =>
  jobsQueued !== undefined || jobsRunning !== undefined;
