import { findJob } from "#agent/runtime/find-job.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { type Review, ReviewSummary } from "#shared/contracts/job/review.ts";
import { Ulid } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { claimIsRight } from "#shared/rules/job-filter.ts";
import type { Page } from "#shared/storage/table/cursor.ts";
import type { RouteHandler } from "../http/http-route.ts";

/** A person's verdict beside the first one, which does not change: stored permanently, and where lists and figures read it. */
export const addReview: RouteHandler<Routes["addReview"]> = async (request, runtime) => {
  const { tenantId, parameters, body } = request;
  const job = await findJob(tenantId, parameters.id, runtime);
  if (job.status !== "finished")
    throw new DroverError("NotReady", "A job can be reviewed only after it has ended.", {
      advice: [`Try again when GET /v1/jobs/${job.jobId} says finished.`],
    });
  const review: Review = {
    ...body,
    schemaVersion: 1,
    tenantId,
    jobId: job.jobId,
    reviewId: Ulid.parse(runtime.newId()),
    at: runtime.now().toISOString(),
  };
  await runtime.repositories.reviews.add(review);
  const summary = ReviewSummary.parse({
    reviewId: review.reviewId,
    at: review.at,
    by: review.by,
    verdict: review.verdict,
  });
  if (await runtime.repositories.jobs.saveReview(tenantId, job.jobId, summary))
    await noteOnItem(job, summary, runtime);
  runtime.logger.info("reviewed", { jobId: job.jobId, verdict: review.verdict });
  return review;
};

const mostTries = 10;

/** A batch's figures are made of its items alone. */
async function noteOnItem(
  { tenantId, jobId, batch }: Job,
  review: ReviewSummary,
  { repositories }: Pick<Services, "repositories">,
): Promise<void> {
  if (batch === undefined) return;
  const { batchItems } = repositories;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const kept = await batchItems.get(tenantId, batch.batchId, batch.itemKey);
    if (kept === null) return;
    const attempts = kept.item.attempts.map((attempt) =>
      attempt.jobId === jobId && (attempt.review?.reviewId ?? "") < review.reviewId
        ? { ...attempt, review }
        : attempt,
    );
    if (await batchItems.change(kept, { ...kept.item, attempts })) return;
  }
  throw new DroverError("StorageUnavailable", `Too many requests change item ${batch.itemKey} at once.`);
}

export const listReviews: RouteHandler<Routes["listReviews"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const { jobId } = await findJob(tenantId, parameters.id, runtime);
  const page = await runtime.repositories.reviews.list(tenantId, jobId, query);
  return { ...page, items: [...page.items] };
};

/** Only jobs of an agent can be reviewed. */
const judged = new Set(["succeeded", "failed", "inconclusive"]);
const contradicts = (job: Job): boolean => claimIsRight(job) === false;

/** First all contradictions, then the rest; the cursor contains which of the two continues. */
export const reviewQueue: RouteHandler<Routes["reviewQueue"]> = async ({ tenantId, query }, runtime) => {
  const { limit, cursor = firstPart } = query;
  const inFirst = cursor.startsWith(firstPart);
  const inner = cursor.slice(firstPart.length) || undefined;
  const { jobs } = runtime.repositories;
  const filter = inFirst ? { reviewed: false, claimAgrees: false } : { reviewed: false };
  const page = await jobs.list(tenantId, { limit, cursor: inner, status: "finished", filter });
  const items = page.items
    .filter((job) => inFirst || (!contradicts(job) && judged.has(job.outcome ?? "")))
    .map((job) => ({ ...job, contradiction: contradicts(job) }));
  return { items, ...nextOf(page, inFirst) };
};

const firstPart = "a.";
const secondPart = "b.";

function nextOf({ nextCursor }: Page<Job>, inFirst: boolean): { readonly nextCursor?: string } {
  if (nextCursor !== undefined) return { nextCursor: (inFirst ? firstPart : secondPart) + nextCursor };
  return inFirst ? { nextCursor: secondPart } : {};
}
