import * as z from "zod";
import { JobsPage, ResultFormat } from "../../batch/batch-result.ts";
import { BatchId } from "../../values/ids.ts";
import {
  BatchItemPage,
  BatchItemQuery,
  BatchListQuery,
  BatchPage,
  BatchRequest,
  BatchResponse,
  BatchResults,
  BatchSteering,
  ManifestUpload,
  PublicBatch,
  RequeueRequest,
  RetryRequest,
  SteeringRequest,
  SubmittedBatch,
} from "../responses/batch-response.ts";
import type { Route } from "./route.ts";
import { none, tracedSubmission } from "./route-parts.ts";

const batch = z.strictObject({ id: BatchId });

const steeringRoute = {
  method: "POST",
  scope: "jobs:write",
  tag: "batches",
  parameters: batch,
  query: none,
  status: 200,
  response: PublicBatch,
  problems: ["NotFound", "BatchState"],
} as const;

/** Many jobs as one. */
export const batchRoutes = {
  submitBatch: {
    method: "POST",
    path: "/v1/batches",
    scope: "jobs:write",
    tag: "batches",
    summary:
      "Submit a batch, or more lines of one: the same name continues the existing batch. If a line is invalid, the whole request is refused before anything starts, with the first 100 problems.",
    query: none,
    headers: tracedSubmission,
    body: BatchRequest,
    bodyKilobytes: 5_000,
    status: 201,
    response: SubmittedBatch,
    problems: [
      "BatchRefused",
      "NotFound",
      "PoolNotFound",
      "SecretUnavailable",
      "IdempotencyConflict",
      "BatchState",
      "FarmStopped",
    ],
  },
  uploadManifest: {
    method: "POST",
    path: "/v1/batches/uploads",
    scope: "jobs:write",
    tag: "batches",
    summary:
      "Where to send a manifest of up to 100,000 lines (JSONL, 200 MB): a form POST within five minutes. Then send its uploadId to POST /v1/batches.",
    query: none,
    status: 201,
    response: ManifestUpload,
    problems: [],
  },
  listBatches: {
    method: "GET",
    path: "/v1/batches",
    revalidates: true,
    scope: "jobs:read",
    tag: "batches",
    summary:
      "Batches, newest first, or the one with this name. With a status a page may have fewer items than its limit and still a nextCursor.",
    query: BatchListQuery,
    status: 200,
    response: BatchPage,
    problems: [],
  },
  readBatch: {
    method: "GET",
    path: "/v1/batches/{id}",
    revalidates: true,
    scope: "jobs:read",
    tag: "batches",
    summary:
      "A batch: its counts by outcome and error code, progress, rates, expected end, cost and device minutes.",
    parameters: batch,
    query: none,
    status: 200,
    response: BatchResponse,
    problems: ["NotFound"],
  },
  steerBatch: {
    ...steeringRoute,
    method: "PATCH",
    path: "/v1/batches/{id}",
    summary:
      "Change the settings of a batch while it runs: concurrency, priority, budget, retries, rules, paused variants.",
    body: BatchSteering,
  },
  listBatchItems: {
    method: "GET",
    path: "/v1/batches/{id}/jobs",
    revalidates: true,
    scope: "jobs:read",
    tag: "batches",
    summary:
      "A batch's items with their attempts, by item key. With a filter 500 are read for a page, which may have fewer items than its limit and still a nextCursor.",
    parameters: batch,
    query: BatchItemQuery,
    status: 200,
    response: BatchItemPage,
    problems: ["NotFound"],
  },
  cancelBatch: {
    ...steeringRoute,
    path: "/v1/batches/{id}/cancel",
    summary: "Cancel a batch: nothing more starts, and its jobs end as cancelled.",
    body: SteeringRequest,
  },
  pauseBatch: {
    ...steeringRoute,
    path: "/v1/batches/{id}/pause",
    summary: "Start no more jobs of a batch until it is resumed; running jobs continue.",
    body: SteeringRequest,
  },
  resumeBatch: {
    ...steeringRoute,
    path: "/v1/batches/{id}/resume",
    summary: "Continue a batch that was paused by a person or because its budget was used up.",
    body: SteeringRequest,
  },
  retryBatch: {
    ...steeringRoute,
    path: "/v1/batches/{id}/retry",
    summary: "Run failed, inconclusive or all items again; earlier attempts are kept.",
    body: RetryRequest,
  },
  requeueItems: {
    ...steeringRoute,
    path: "/v1/batches/{id}/requeue",
    summary: "Run single items again, named by their keys or by one of their jobs.",
    body: RequeueRequest,
  },
  readResults: {
    method: "GET",
    path: "/v1/batches/{id}/results",
    scope: "jobs:read",
    tag: "batches",
    summary:
      "A link to a batch's results as JSONL, CSV, JUnit XML, or JSON with its statistics; for a running batch, to the results so far.",
    parameters: batch,
    query: z.strictObject({ format: ResultFormat.default("jsonl"), page: JobsPage.optional() }),
    status: 200,
    response: BatchResults,
    problems: ["NotFound"],
  },
} as const satisfies Record<string, Route>;
