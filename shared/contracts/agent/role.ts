import * as z from "zod";
import { JobId, PoolName } from "../values/ids.ts";

/** A task's name for one of its devices, such as `caller`. */
export const RoleName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,29}$/, "must be a lower-case word of at most 30 letters, digits and hyphens");
export type RoleName = z.infer<typeof RoleName>;

/** Whose role a job is, and which. */
export const RoleOf = z.strictObject({ jobId: JobId, role: RoleName });
export type RoleOf = z.infer<typeof RoleOf>;

export const RoleJob = z.strictObject({
  role: RoleName,
  jobId: JobId,
  pool: PoolName,
  poolQueueUrl: z.url(),
});
export type RoleJob = z.infer<typeof RoleJob>;
