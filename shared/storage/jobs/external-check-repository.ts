import { ExternalCheck } from "../../contracts/judging/external-check.ts";
import type { JobId, TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { conditionalCall, listItems, storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

const createCheckEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("check"),
      attributes: {
        ...attributesOf(ExternalCheck),
        tenantId: keyPart,
        jobId: keyPart,
        name: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", ["name"], "check#{name}"),
        },
      },
    },
    entityConfig(access),
  );

const parseCheck = (found: unknown): ExternalCheck => checked(ExternalCheck, found, "a stored check");

/** What callers found when they looked at the devices of their jobs. */
export function createExternalCheckRepository(access: TableAccess) {
  const entity = createCheckEntity(access);
  return {
    /** Answers the check that stands: what was found first is not found again. */
    async put(check: ExternalCheck): Promise<ExternalCheck> {
      const item = checked(ExternalCheck, check, "a check");
      const { tenantId, jobId, name } = item;
      const created = await conditionalCall("store the check", () => entity.create(item).go());
      if (created !== null) return item;
      const { data } = await storageCall("read the check", () =>
        entity.get({ tenantId, jobId, name }).go({ consistent: true }),
      );
      return parseCheck(data);
    },

    /** The device that was looked at is lost. */
    async forget({ tenantId, jobId, name }: ExternalCheck): Promise<void> {
      await storageCall("remove the check", () => entity.delete({ tenantId, jobId, name }).go());
    },

    async listByJob(tenantId: TenantId, jobId: JobId): Promise<readonly ExternalCheck[]> {
      return listItems("list the job's checks", parseCheck, () =>
        entity.query.primary({ tenantId, jobId }).go({ pages: "all", consistent: true }),
      );
    },
  };
}
