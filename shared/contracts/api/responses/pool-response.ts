import * as z from "zod";
import { Pool } from "../../farm/pool.ts";
import { JobPriority } from "../../job/job-request.ts";
import { HostId, PoolName } from "../../values/ids.ts";
import { pageOf } from "../../values/page.ts";

export const PoolRequest = z.strictObject({ pool: PoolName });

/** A pool as its tenant sees it: without its queues. */
export const PoolResponse = z
  .object(
    Pool.omit({
      schemaVersion: true,
      tenantId: true,
      queueUrl: true,
      highQueueUrl: true,
      lowQueueUrl: true,
    }).shape,
  )
  .meta({ id: "PoolResponse" });
export type PoolResponse = z.infer<typeof PoolResponse>;

/** `adopted`: its queues were there, with the right settings. */
export const MadePool = z.object({ ...PoolResponse.shape, queues: z.enum(["created", "adopted"]) });
export type MadePool = z.infer<typeof MadePool>;

export const PoolPage = pageOf(PoolResponse);

export const PoolDetails = z.object({
  ...PoolResponse.shape,
  /** Jobs that wait for a device, of each class, about. */
  waiting: z.record(JobPriority, z.int().min(0)),
  /** Those that serve it and have been heard of lately. */
  hosts: z.array(HostId),
});
export type PoolDetails = z.infer<typeof PoolDetails>;
