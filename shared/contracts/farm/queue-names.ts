import { createHash } from "node:crypto";
import type { JobPriority } from "../job/job-request.ts";
import { type DeviceId, TenantId } from "../values/ids.ts";
import type { Stage } from "../values/stage.ts";

/**
 * The one place where names of queues are built: `drover_<stage>_<tenant>_<kind>_<name>`. Neither a stage nor a tenant has a `_`,
 * so no tenant's names begin as another's do (docs/decisions/0131-names-that-cannot-meet.md).
 */
type QueueKind = "pool" | "poolhigh" | "poollow" | "host" | "device";

/** SQS takes no longer name, and no other characters. */
const mostCharacters = 80;
const takenBySqs = /^[A-Za-z0-9_-]+$/;
/** With the longest stage, tenant and kind the name is as long as one may be. */
const digestCharacters = 18;

export const stageQueuePrefix = (stage: Stage): string => `drover_${stage}_`;
/** Every queue of the tenant begins so, and no queue of another. */
export const tenantQueuePrefix = (stage: Stage, tenantId: TenantId): string =>
  `${stageQueuePrefix(stage)}${tenantId}_`;

/** What SQS would not take as it is stands there as a digest, behind `-`: no kind has one. */
function queueName(stage: Stage, tenantId: TenantId, kind: QueueKind, name: string): string {
  const start = `${tenantQueuePrefix(stage, tenantId)}${kind}`;
  const readable = `${start}_${name}`;
  if (takenBySqs.test(name) && readable.length <= mostCharacters) return readable;
  return `${start}-${createHash("sha256").update(name).digest("base64url").slice(0, digestCharacters)}`;
}

const poolKinds = { high: "poolhigh", normal: "pool", low: "poollow" } as const satisfies Record<
  JobPriority,
  QueueKind
>;

/** Of all classes. */
export const poolQueuePrefix = (stage: Stage, tenantId: TenantId): string =>
  `${tenantQueuePrefix(stage, tenantId)}${poolKinds.normal}`;

export const poolQueueName = (
  stage: Stage,
  tenantId: TenantId,
  pool: string,
  priority: JobPriority = "normal",
): string => queueName(stage, tenantId, poolKinds[priority], pool);

export const hostQueueName = (stage: Stage, tenantId: TenantId, hostId: string): string =>
  queueName(stage, tenantId, "host", hostId);

export const deviceQueueName = (stage: Stage, tenantId: TenantId, deviceId: DeviceId): string =>
  queueName(stage, tenantId, "device", deviceId);

/** Of hosts and their devices, which make them themselves. */
export const hostQueuePrefixes = (stage: Stage, tenantId: TenantId): readonly string[] =>
  (["host", "device"] satisfies QueueKind[]).map((kind) => `${tenantQueuePrefix(stage, tenantId)}${kind}`);

/** Whose a host's or a device's queue is; null for every other name. */
export function hostQueueOwner(stage: Stage, name: string): TenantId | null {
  const [, tenant] = new RegExp(`^${stageQueuePrefix(stage)}([^_]+)_(?:host|device)[_-]`).exec(name) ?? [];
  return TenantId.safeParse(tenant).data ?? null;
}

/** Of deliveries to webhooks of every tenant: they name no more than ids. */
export const webhookQueueName = (stage: Stage): string => `${stageQueuePrefix(stage)}webhooks`;

/** Where messages of every tenant go that no host could settle: no host may read it. */
/** Where what schedules were due for goes that could not be started. */
export const scheduleDeadLetterQueueName = (stage: Stage): string =>
  `${stageQueuePrefix(stage)}schedule-dead-letters`;

export const deadLetterQueueName = (stage: Stage): string => `${stageQueuePrefix(stage)}dead-letters`;
