import * as z from "zod";
import { HostId, PoolName, TenantId, Timestamp } from "../values/ids.ts";

export const Host = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  hostId: HostId,
  pool: PoolName,
  commandQueueUrl: z.url(),
  /** `degraded`: it finishes what it has and takes no new work. */
  state: z.enum(["online", "degraded", "draining", "offline"]),
  /** Why it is degraded, with advice. */
  stateReason: z.string().max(300).optional(),
  /** Version of the daemon. */
  version: z.string().max(40),
  deviceCount: z.int().min(0),
  /** So many devices at once it makes for a job each (docs/hosts.md). Absent: it makes none. */
  makesDevices: z.int().min(1).optional(),
  startedAt: Timestamp,
  /** A host silent for 30 s is taken for lost. */
  heartbeatAt: Timestamp,
});
export type Host = z.infer<typeof Host>;
