import * as z from "zod";
import { JobsPage } from "../../batch/batch-result.ts";
import { JobOutcome } from "../../job/job.ts";
import { ExportFormat, RedactionReport } from "../../result/export.ts";
import { BatchId } from "../../values/ids.ts";
import { Links } from "../responses/links.ts";
import type { Route } from "./route.ts";
import { job } from "./route-parts.ts";

const yes = z.literal("true", "must be true or absent").transform(() => true as const);
const steps = "must be a whole number from 0";

/** As ExportFilter has it, in the words of an address: outcomes with commas between. */
export const ExportQuery = z
  .strictObject({
    format: ExportFormat,
    only: z
      .string()
      .max(200)
      .transform((text) => text.split(","))
      .pipe(z.array(JobOutcome))
      .optional(),
    agree: yes.optional(),
    maxSteps: z.coerce.number(steps).int(steps).min(0, steps).optional(),
    dedupe: yes.optional(),
    /** It is handed on with what may be private in it. */
    unredacted: yes.optional(),
    page: JobsPage.optional(),
  })
  .meta({ id: "ExportQuery" });
export type ExportQuery = z.infer<typeof ExportQuery>;

export const ExportAnswer = z
  .object({
    format: ExportFormat,
    fileName: z.string(),
    bytes: z.int().min(0),
    jobs: z.int().min(0),
    /** False: the batch has not ended and these are its results so far; or an artifact of a trajectory is lost (`completeness.missing`). */
    complete: z.boolean(),
    redaction: RedactionReport,
    /** `export`: the file, for five minutes. A folder comes as a zip. */
    links: Links,
  })
  .meta({ id: "ExportAnswer" });
export type ExportAnswer = z.infer<typeof ExportAnswer>;

export const ArtifactPage = z.object({
  items: z.array(z.object({ key: z.string(), links: Links })),
  nextCursor: z.string().optional(),
});
export type ArtifactPage = z.infer<typeof ArtifactPage>;

const reading = { method: "GET", scope: "jobs:read", status: 200 } as const;

/** What leaves the farm (docs/exports.md). */
export const exportRoutes = {
  listArtifacts: {
    ...reading,
    path: "/v1/jobs/{id}/artifacts",
    tag: "jobs",
    summary:
      "Everything that is stored for a job, by the keys in its trajectory, with a link to each. 500 a page.",
    parameters: job,
    query: z.strictObject({ cursor: z.string().min(1).max(1_000).optional() }),
    response: ArtifactPage,
    problems: ["NotFound"],
  },
  exportJob: {
    ...reading,
    path: "/v1/jobs/{id}/export",
    tag: "jobs",
    summary:
      "A link to an ended job in another format. An export that exceeds a function's limits, or may contain private data, is refused with advice.",
    parameters: job,
    query: ExportQuery,
    response: ExportAnswer,
    problems: ["NotFound", "NotReady", "ExportRefused"],
  },
  exportBatch: {
    ...reading,
    path: "/v1/batches/{id}/export",
    tag: "batches",
    summary:
      "A link to the ended jobs of a batch in another format; for a running batch, to those so far. It may be refused like a job's.",
    parameters: z.strictObject({ id: BatchId }),
    query: ExportQuery,
    response: ExportAnswer,
    problems: ["NotFound", "ExportRefused"],
  },
} as const satisfies Record<string, Route>;
