import { JobId, type TenantId, type Timestamp } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { conditionalCall, storageCall, wrote } from "../table/storage-call.ts";
import { checked, keyPart } from "../table/stored.ts";
import { timeToLiveAttribute } from "../table/table-definition.ts";
import { type TableWrite, transact } from "../table/transaction.ts";

const createIdempotencyKeyEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("idempotencyKey"),
      attributes: {
        tenantId: keyPart,
        key: keyPart,
        requestHash: keyPart,
        jobId: keyPart,
        expiresAt: keyPart,
        deleteAfter: { type: "number", field: timeToLiveAttribute },
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "key"], "{tenantId}#idempotency#{key}"),
          sk: keyTemplate("sk", [], "idempotency"),
        },
      },
    },
    entityConfig(access),
  );

export interface IdempotencyClaim {
  readonly tenantId: TenantId;
  readonly key: string;
  readonly requestHash: string;
  /** Of the job this request would make. */
  readonly jobId: JobId;
  readonly at: Timestamp;
}

const keptMilliseconds = 24 * 3_600_000;

type IdempotencyKeyEntity = ReturnType<typeof createIdempotencyKeyEntity>;

export const createIdempotencyKeyRepository = (access: TableAccess) => ({
  ...operationsOn(createIdempotencyKeyEntity(access), { claim, release }),
  ...operationsOn({ entity: createIdempotencyKeyEntity(access), ...access }, { claimWith }),
});

function claiming(entity: IdempotencyKeyEntity, { at, ...claim }: IdempotencyClaim) {
  const expiry = Date.parse(at) + keptMilliseconds;
  const expiresAt = new Date(expiry).toISOString();
  return entity
    .put({ ...claim, expiresAt, deleteAfter: Math.ceil(expiry / 1_000) })
    .where((stored, is) => `${is.notExists(stored.jobId)} OR ${is.lt(stored.expiresAt, at)}`);
}

/** The key with the write of its new job, both or neither. False: the key is taken, the job is there, or others write them now. */
async function claimWith(
  { entity, dynamodb }: TableAccess & { readonly entity: IdempotencyKeyEntity },
  claim: IdempotencyClaim,
  job: TableWrite,
): Promise<boolean> {
  const { canceled } = await storageCall("store the job with its idempotency key", () =>
    transact(dynamodb, [claiming(entity, claim).commit(), job.commit()]),
  );
  return !canceled;
}

/**
 * The job that belongs to the key: this one if the key is new, else the first one's.
 * `same` is false when the key was used for another request. A key is forgotten after 24 hours.
 */
async function claim(
  entity: IdempotencyKeyEntity,
  claim: IdempotencyClaim,
): Promise<{ readonly jobId: JobId; readonly same: boolean }> {
  const { tenantId, key, requestHash, jobId } = claim;
  const claimed = await conditionalCall("claim the idempotency key", () => claiming(entity, claim).go());
  if (claimed !== null) return { jobId, same: true };
  const { data } = await storageCall("read the idempotency key", () =>
    entity.get({ tenantId, key }).go({ consistent: true }),
  );
  // Released between the two calls: the caller's own job is as good as any.
  if (data === null) return { jobId, same: true };
  return { jobId: checked(JobId, data.jobId, "a stored job id"), same: data.requestHash === requestHash };
}

/** Forgets the key if it still belongs to that job, so that the request may be sent again. */
const release = (entity: IdempotencyKeyEntity, tenantId: TenantId, key: string, jobId: JobId) =>
  wrote("release the idempotency key", () =>
    entity
      .remove({ tenantId, key })
      .where((stored, is) => is.eq(stored.jobId, jobId as string))
      .go(),
  );
