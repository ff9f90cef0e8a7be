import { artifactLinker } from "#agent/runtime/artifact-links.ts";
import { findJob } from "#agent/runtime/find-job.ts";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import type { ExportAnswer, ExportQuery } from "#shared/contracts/api/routes/export-routes.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { batchResultKey, exportPrefix, jobPrefix } from "#shared/contracts/farm/keys.ts";
import type { ExportFormat } from "#shared/contracts/result/export.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { exportFormats } from "#shared/rules/export/export-formats.ts";
import type { ExportFile, ExportSource } from "#shared/rules/export/export-source.ts";
import { packZip } from "#shared/rules/export/pack-zip.ts";
import { Redaction, readingInto } from "#shared/rules/export/redaction.ts";
import { jobPages } from "#shared/rules/job-page.ts";
import packageFile from "../../package.json" with { type: "json" };
import { findBatch } from "../batches/find-batch.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { batchSource, jobSource } from "./stored-source.ts";

const artifactsAPage = 500;

export const listArtifacts: RouteHandler<Routes["listArtifacts"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const { jobId } = await findJob(tenantId, parameters.id, runtime);
  const { cursor = "" } = query;
  const exports = exportPrefix(tenantId, jobId);
  const all = await runtime.artifacts.list(jobPrefix(tenantId, jobId));
  const rest = all.filter((key) => key > cursor && !key.startsWith(exports)).toSorted();
  const page = rest.slice(0, artifactsAPage);
  const linksTo = artifactLinker(tenantId, runtime);
  const items = await Promise.all(
    page.map(async (key) => ({ key, links: await linksTo({ artifact: key }) })),
  );
  const last = page.at(-1);
  return { items, ...(rest.length > page.length && last !== undefined ? { nextCursor: last } : {}) };
};

export const exportJob: RouteHandler<Routes["exportJob"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const job = await findJob(tenantId, parameters.id, runtime);
  if (job.status !== "finished")
    throw new DroverError("NotReady", "A job can be exported only after it has ended.", {
      advice: [`Try again when GET /v1/jobs/${job.jobId} says finished.`],
    });
  const name = `drover-${job.jobId}`;
  const keyOf = (file: string): string => `${exportPrefix(tenantId, job.jobId)}${file}`;
  const made = await make(jobSource(job, runtime), query, { tenantId, name, keyOf }, runtime);
  return made;
};

export const exportBatch: RouteHandler<Routes["exportBatch"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const batch = await findBatch(tenantId, parameters.id, runtime);
  const { format: _, unredacted: __, page: ___, ...filter } = query;
  const keyOf = (file: string): string => batchResultKey(tenantId, batch.batchId, `asked/${file}`);
  const where = { tenantId, name: `drover-${batch.batchId}`, keyOf };
  const made = await make(batchSource(batch, filter, runtime), query, where, runtime);
  return {
    ...made,
    complete: made.complete && (batch.status === "finished" || batch.status === "cancelled"),
  };
};

interface Target {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly keyOf: (file: string) => string;
}

/** A function has 29 s and 512 MB, and holds the whole file when it stores it. */
const bounds = { jobs: 500, bytes: 48 * 1_048_576, milliseconds: 20_000 };

async function make(
  source: ExportSource,
  { format, unredacted, page }: ExportQuery,
  { tenantId, name, keyOf }: Target,
  runtime: Runtime<"api">,
): Promise<ExportAnswer> {
  const { packing, contentType, draws, handsOn, write } = exportFormats[format];
  if (draws) throw refused(format, "needs drawing, and the API's function draws no pictures");
  const redaction = new Redaction();
  const linked = { ...source, ...(page === undefined ? {} : { linkTo: jobPages(page) }) };
  const limited = withinBounds(readingInto(redaction, linked, handsOn), format, runtime);
  const exportedAt = runtime.now();
  const files = limited.files(
    write(limited.source, {
      exportedAt: exportedAt.toISOString(),
      version: packageFile.version,
      redaction: () => redaction.report(),
    }),
  );
  const isFile = packing[source.batch === undefined ? "job" : "batch"] === "file";
  const written = isFile ? await onlyFile(files, format) : await zipped(files, exportedAt);
  const report = redaction.report();
  if (!report.clean && unredacted !== true) {
    const found = report.findings.map(({ kind, where, count }) => `${count} ${kind} in ${where}`);
    throw refused(format, `may be private: ${found.slice(0, 20).join(", ")}`);
  }
  const fileName = `${name}-${format}.${written.extension}`;
  const key = keyOf(fileName);
  await runtime.artifacts.put(key, written.body, isFile ? contentType : "application/zip");
  const links = await artifactLinker(tenantId, runtime)({ export: key });
  const { byteLength: bytes } = written.body;
  return { format, fileName, bytes, ...limited.told(), redaction: report, links };
}

const refused = (format: ExportFormat, why: string): DroverError =>
  new DroverError("ExportRefused", `The export as ${format} ${why}.`.slice(0, 2_000));

/** Counts what is read and made, and refuses what would not end in time or fit. */
function withinBounds(source: ExportSource, format: ExportFormat, { now }: Pick<Services, "now">) {
  const until = now().getTime() + bounds.milliseconds;
  const seen = new Set<string>();
  let bytes = 0;
  let complete = true;
  const check = (): void => {
    if (seen.size > bounds.jobs) throw refused(format, `has more than ${bounds.jobs} jobs`);
    if (bytes > bounds.bytes) throw refused(format, "is larger than 48 MB");
    if (now().getTime() > until) throw refused(format, "takes longer than 20 s");
  };
  return {
    /** `complete`: nothing that their trajectories name is lost. */
    told: () => ({ jobs: seen.size, complete }),
    source: {
      ...source,
      async *jobs() {
        for await (const job of source.jobs()) {
          seen.add(job.trajectory.job.jobId);
          complete &&= job.trajectory.completeness.complete;
          check();
          yield job;
        }
      },
    } satisfies ExportSource,
    async *files(made: AsyncIterable<ExportFile>): AsyncGenerator<ExportFile> {
      for await (const file of made) {
        bytes += file.body.length;
        check();
        yield file;
      }
    },
  };
}

async function onlyFile(files: AsyncIterable<ExportFile>, format: ExportFormat) {
  for await (const { path, body } of files)
    return { body: Buffer.from(body), extension: path.slice(path.lastIndexOf(".") + 1) };
  throw refused(format, "is empty");
}

async function zipped(files: AsyncIterable<ExportFile>, at: Date) {
  return { body: Buffer.concat(await Array.fromAsync(packZip(files, at))), extension: "zip" };
}
