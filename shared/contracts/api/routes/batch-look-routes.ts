import * as z from "zod";
import { BatchComparison } from "../../batch/batch-comparison.ts";
import { BatchStatistics } from "../../batch/batch-statistics.ts";
import { BatchId } from "../../values/ids.ts";
import { BatchCauses, BatchCells, CompareQuery } from "../batch-look.ts";
import type { Route } from "./route.ts";
import { none } from "./route-parts.ts";

const look = {
  method: "GET",
  scope: "jobs:read",
  tag: "batches",
  parameters: z.strictObject({ id: BatchId }),
  query: none,
  status: 200,
  problems: ["NotFound"],
} as const;

/** A batch's current results. */
export const batchLookRoutes = {
  batchStatistics: {
    ...look,
    path: "/v1/batches/{id}/statistics",
    summary:
      "A batch's figures so far: success rates with intervals, infrastructure, pass@k, cost, medians, by variant, tag and task.",
    response: BatchStatistics,
  },
  batchCells: {
    ...look,
    path: "/v1/batches/{id}/cells",
    summary: "Every item of a batch in columns, small enough for 100,000 of them in one response.",
    revalidates: true,
    response: BatchCells,
  },
  batchCauses: {
    ...look,
    path: "/v1/batches/{id}/causes",
    summary:
      "Why a batch's jobs did not succeed: groups of similar jobs, and what each group's jobs have in common that others do not.",
    response: BatchCauses,
  },
  compareBatches: {
    method: "GET",
    path: "/v1/batches/compare",
    scope: "jobs:read",
    tag: "batches",
    summary: "Two batches, or a variant of each, task by task: what b fixed and broke compared with a.",
    query: CompareQuery,
    status: 200,
    response: BatchComparison,
    problems: ["NotFound"],
  },
} as const satisfies Record<string, Route>;
