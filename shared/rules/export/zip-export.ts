import { hash } from "node:crypto";
import { jobPrefix } from "../../contracts/farm/keys.ts";
import type { ExportManifest } from "../../contracts/result/export.ts";
import { resultFormats } from "../batch-results/result-formats.ts";
import type { ExportedJob, ExportFile, ExportSource, ExportTools } from "./export-source.ts";
import { runsOf } from "./runs-of.ts";

type Listed = Pick<ExportManifest, "jobs" | "files">;

export const manifestName = "manifest.json";

/** Where an artifact of a job lies in a zip: its key without the tenant. */
export const pathOfKey = (key: string): string => key.replace(/^tenants\/[^/]+\//, "");

/**
 * Everything that is stored: trajectories, pictures, trees, errors, judgements and debug records, with a manifest of all of it
 * (docs/export-manifest.schema.json), which comes last because it describes the others.
 */
export async function* zipExport(source: ExportSource, tools: ExportTools): AsyncGenerator<ExportFile> {
  const listed: { jobs: Listed["jobs"][number][]; files: Listed["files"][number][] } = {
    jobs: [],
    files: [],
  };
  for await (const file of everything(source, listed.jobs, tools)) {
    const body = Buffer.from(file.body);
    listed.files.push({ path: file.path, bytes: body.byteLength, sha256: hash("sha256", body) });
    yield { path: file.path, body };
  }
  const [first] = listed.jobs;
  if (source.batch === undefined && first === undefined) return;
  const manifest: ExportManifest = {
    schemaVersion: 1,
    kind: "drover-export",
    exportedAt: tools.exportedAt,
    generator: `drover ${tools.version}`,
    of: ofSource(source, first),
    ...listed,
    redaction: tools.redaction(),
  };
  yield { path: manifestName, body: `${JSON.stringify(manifest, null, 2)}\n` };
}

function ofSource({ batch }: ExportSource, first: Listed["jobs"][number] | undefined): ExportManifest["of"] {
  if (batch !== undefined) return { kind: "batch", batchId: batch.batchId, name: batch.name };
  if (first === undefined) throw new Error("an export of a job has a job");
  return { kind: "job", jobId: first.jobId };
}

async function* everything(
  source: ExportSource,
  jobs: Listed["jobs"][number][],
  { recipe }: ExportTools,
): AsyncGenerator<ExportFile> {
  for await (const { job } of runsOf(source)) {
    const { trajectory } = job;
    recipe?.add(trajectory);
    const path = `jobs/${trajectory.job.jobId}/trajectory.json`;
    const { jobId, outcome } = trajectory.job;
    jobs.push({
      jobId,
      ...(outcome === undefined ? {} : { outcome }),
      steps: trajectory.steps.length,
      trajectory: path,
      complete: trajectory.completeness.complete,
    });
    yield { path, body: `${JSON.stringify(trajectory, null, 2)}\n` };
    yield* artifactsOf(job);
  }
  if (recipe !== undefined && jobs.length > 0) yield recipe.file();
  if (source.batch === undefined) return;
  for (const format of ["jsonl", "json"] as const) {
    const { write, fileName } = resultFormats[format];
    const pieces = await Array.fromAsync(write({ ...source, batch: source.batch }));
    yield { path: fileName, body: pieces.join("") };
  }
}

async function* artifactsOf(job: ExportedJob): AsyncGenerator<ExportFile> {
  const { tenantId, jobId } = job.trajectory.job;
  const prefix = jobPrefix(tenantId, jobId);
  for (const key of await job.keys()) {
    if (!key.startsWith(prefix) || key === `${prefix}trajectory.json`) continue;
    const body = await job.read(key);
    if (body !== null) yield { path: pathOfKey(key), body };
  }
  const judgements = await job.judgements();
  if (judgements.length > 0)
    yield { path: `jobs/${jobId}/judgements.json`, body: `${JSON.stringify(judgements, null, 2)}\n` };
}
