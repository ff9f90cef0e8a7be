import * as z from "zod";
import { Review } from "../../job/review.ts";
import { PageQuery, pageOf } from "../../values/page.ts";
import { PublicJob } from "../responses/job-response.ts";
import type { Route } from "./route.ts";
import { job, none } from "./route-parts.ts";

/** The body of `POST /v1/jobs/{id}/reviews`. */
export const ReviewRequest = z.strictObject({
  verdict: Review.shape.verdict,
  stepLabels: Review.shape.stepLabels,
  note: Review.shape.note,
  by: Review.shape.by.default("API"),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;

export const PublicReview = z.object(Review.omit({ tenantId: true }).shape).meta({ id: "PublicReview" });
export type PublicReview = z.infer<typeof PublicReview>;

export const ReviewPage = pageOf(PublicReview);

/** `contradiction`: the agent's claim and the checks disagree. */
export const ReviewQueue = pageOf(PublicJob.extend({ contradiction: z.boolean() }));
export type ReviewQueue = z.infer<typeof ReviewQueue>;

/** What people say of jobs (docs/judging.md). */
export const reviewRoutes = {
  addReview: {
    method: "POST",
    path: "/v1/jobs/{id}/reviews",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "Give a person's verdict on an ended job, with labels of its steps and a note. Earlier reviews are kept; the latest one counts in figures instead of the checks' verdict.",
    parameters: job,
    query: none,
    body: ReviewRequest,
    status: 201,
    response: PublicReview,
    problems: ["NotFound", "NotReady"],
  },
  listReviews: {
    method: "GET",
    path: "/v1/jobs/{id}/reviews",
    scope: "jobs:read",
    tag: "jobs",
    summary: "Reviews of a job, newest first.",
    parameters: job,
    query: PageQuery,
    status: 200,
    response: ReviewPage,
    problems: ["NotFound"],
  },
  reviewQueue: {
    method: "GET",
    path: "/v1/reviews/queue",
    scope: "jobs:read",
    tag: "jobs",
    summary:
      "Ended jobs without a review: first those whose agent and checks contradict each other, then the others, newest first. A page may have fewer items than its limit and still a nextCursor.",
    query: PageQuery,
    status: 200,
    response: ReviewQueue,
    problems: [],
  },
} as const satisfies Record<string, Route>;
