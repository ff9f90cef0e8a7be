import { Review } from "../../contracts/job/review.ts";
import { type JobId, type TenantId, Ulid } from "../../contracts/values/ids.ts";
import type { Page, PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { readList } from "../table/read-page.ts";
import { storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

const createReviewEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("review"),
      attributes: {
        ...attributesOf(Review),
        tenantId: keyPart,
        jobId: keyPart,
        reviewId: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", ["reviewId"], "review#{reviewId}"),
        },
      },
    },
    entityConfig(access),
  );

const parse = (found: unknown): Review => checked(Review, found, "a stored review");

/** What people said of jobs. There is no way to change or remove one. */
export function createReviewRepository(access: TableAccess) {
  const entity = createReviewEntity(access);
  return {
    async add(review: Review): Promise<void> {
      const item = checked(Review, review, "a review");
      await storageCall("store the review", () => entity.create(item).go());
    },

    /** Of one job, newest first. */
    async list(tenantId: TenantId, jobId: JobId, request: PageRequest): Promise<Page<Review>> {
      return readList(request, {
        operation: "list the reviews",
        list: `${tenantId}/jobs/${jobId}/reviews`,
        all: entity.query.primary({ tenantId, jobId }),
        how: { order: "desc", consistent: true },
        by: "reviewId",
        values: Ulid,
        parse,
      });
    },
  };
}
