import * as z from "zod";
import { TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { attributesOf, keyPart } from "../table/stored.ts";
import { timeToLiveAttribute } from "../table/table-definition.ts";

const daySeconds = 86_400;

const counted = z.number().default(0);

/** A part of a tenant's jobs that wait or run. */
export const QuotaShard = z.strictObject({
  tenantId: TenantId,
  shard: z.int().min(0),
  queued: counted,
  /** Those of batches, which wait under no bound. */
  batchQueued: counted,
  running: counted,
});

/** A part of a tenant's submissions of a minute. */
export const QuotaMinute = z.strictObject({
  tenantId: TenantId,
  minute: z.string(),
  shard: z.int().min(0),
  submissions: counted,
});

const count = { type: "number" } as const;
const shard = { type: "number", required: true } as const;

/** Where a job is counted as long as it is open. */
export const createQuotaEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("quota"),
      attributes: {
        ...attributesOf(QuotaShard),
        tenantId: keyPart,
        shard,
        queued: count,
        batchQueued: count,
        running: count,
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId"], "{tenantId}#quota"),
          sk: keyTemplate("sk", ["shard"], "jobs#{shard}"),
        },
      },
    },
    entityConfig(access),
  );
export type QuotaEntity = ReturnType<typeof createQuotaEntity>;
export type JobCounter = "queued" | "batchQueued" | "running";

export const createMinuteEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("quotaMinute"),
      attributes: {
        ...attributesOf(QuotaMinute),
        tenantId: keyPart,
        minute: keyPart,
        shard,
        submissions: count,
        deleteAfter: {
          type: "number",
          field: timeToLiveAttribute,
          hidden: true,
          whenPut: () => Math.ceil(access.now().getTime() / 1_000) + daySeconds,
        },
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "minute"], "{tenantId}#submissions#{minute}"),
          sk: keyTemplate("sk", ["shard"], "shard#{shard}"),
        },
      },
    },
    entityConfig(access),
  );
