import { Rejudgement } from "../../contracts/judging/judging.ts";
import { type JobId, type TenantId, Ulid } from "../../contracts/values/ids.ts";
import type { Page, PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { readList } from "../table/read-page.ts";
import { storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

const createJudgementEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("judgement"),
      attributes: {
        ...attributesOf(Rejudgement),
        tenantId: keyPart,
        jobId: keyPart,
        judgementId: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", ["judgementId"], "judgement#{judgementId}"),
        },
      },
    },
    entityConfig(access),
  );

const parse = (found: unknown): Rejudgement => checked(Rejudgement, found, "a stored judgement");

/** Verdicts that were given again, beside the job's own. */
export function createJudgementRepository(access: TableAccess) {
  const entity = createJudgementEntity(access);
  return {
    async put(judgement: Rejudgement): Promise<void> {
      const item = checked(Rejudgement, judgement, "a judgement");
      await storageCall("store the judgement", () => entity.put(item).go());
    },

    /** Of one job, newest first. */
    async list(tenantId: TenantId, jobId: JobId, request: PageRequest): Promise<Page<Rejudgement>> {
      return readList(request, {
        operation: "list the judgements",
        list: `${tenantId}/jobs/${jobId}/judgements`,
        all: entity.query.primary({ tenantId, jobId }),
        how: { order: "desc", consistent: true },
        by: "judgementId",
        values: Ulid,
        parse,
      });
    },
  };
}
