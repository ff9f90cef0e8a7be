import * as z from "zod";
import { PoolName, TenantId, Timestamp } from "../values/ids.ts";

/** A named set of like devices with queues of waiting jobs, made by whoever runs the farm before a host serves it. */
export const Pool = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  pool: PoolName,
  queueUrl: z.url(),
  /** Where jobs of these classes wait; absent in a pool that was made by a version without classes. */
  highQueueUrl: z.url().optional(),
  lowQueueUrl: z.url().optional(),
  /** The oldest among its devices; absent until the first device is there, and jobs already wait for it. */
  apiLevel: z.int().min(1).optional(),
  updatedAt: Timestamp,
});
export type Pool = z.infer<typeof Pool>;
