import * as z from "zod";
import { HostId, PoolName, TenantId, Timestamp } from "../values/ids.ts";

export const Host = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  hostId: HostId,
  pool: PoolName,
  commandQueueUrl: z.url(),
  /** `degraded`: it finishes its jobs and takes no new ones. */
  state: z.enum(["online", "degraded", "draining", "offline"]),
  /** Why it is degraded, with advice. */
  stateReason: z.string().max(300).optional(),
  /** Version of the daemon. */
  version: z.string().max(40),
  deviceCount: z.int().min(0),
  /** How many devices it makes at once, one per job (docs/hosts.md). Absent: none. */
  makesDevices: z.int().min(1).optional(),
  startedAt: Timestamp,
  /** A host silent for 30 s is taken for lost. */
  heartbeatAt: Timestamp,
});
export type Host = z.infer<typeof Host>;
