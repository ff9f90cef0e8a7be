import { callbacksPrefix, tenantPrefix, tenantsPrefix, uploadsPrefix } from "../contracts/farm/keys.ts";
import type { Retention } from "../contracts/farm/retention.ts";
import type { TenantId, Timestamp } from "../contracts/values/ids.ts";

/**
 * What a job writes is counted from when it was written, and a job may wait for a person for nine days: so much longer than a
 * job its parts lie there, that none is gone before it.
 */
export const spareDays = 10;

const dayMilliseconds = 86_400_000;

export const keptDays = ({ days, tenants }: Retention, tenantId: TenantId): number =>
  tenants[tenantId] ?? days;

/** Until when something is there for its readers that ended then. */
export const keptUntil = (retention: Retention, tenantId: TenantId, endedAt: Timestamp): Timestamp =>
  new Date(Date.parse(endedAt) + keptDays(retention, tenantId) * dayMilliseconds).toISOString();

/** What ended before that is no longer there for its readers. */
export const oldestKept = (retention: Retention, tenantId: TenantId, now: Date): Timestamp =>
  new Date(now.getTime() - keptDays(retention, tenantId) * dayMilliseconds).toISOString();

/** Unix seconds after which DynamoDB may delete what is written now. */
export const deleteAfter = (retention: Retention, tenantId: TenantId, now: Date): number =>
  Math.ceil((now.getTime() + (keptDays(retention, tenantId) + spareDays) * dayMilliseconds) / 1_000);

/**
 * Of hosts and devices, from when they were last heard of: far longer than a host is silent before its queues are removed
 * (api/executions), whatever a tenant keeps of its jobs.
 */
const machineDays = 60;

/** Unix seconds, of a host or device that is heard of now. */
export const forgetAfter = (now: Date): number =>
  Math.ceil((now.getTime() + machineDays * dayMilliseconds) / 1_000);

export interface ExpiryRule {
  readonly prefix: string;
  /** Of an object. */
  readonly days: number;
}

/** What the bucket's lifecycle deletes; where two rules fit, the shorter counts. */
export const expiryRules = ({ days, tenants }: Retention): readonly ExpiryRule[] => [
  { prefix: tenantsPrefix, days: days + spareDays },
  ...Object.entries(tenants).map(([tenantId, own]) => ({
    prefix: tenantPrefix(tenantId as TenantId),
    days: own + spareDays,
  })),
  // No job waits this long for a person or a check.
  { prefix: callbacksPrefix, days: 9 },
  // Of a manifest that a batch took there is a copy.
  { prefix: uploadsPrefix, days: 1 },
];
