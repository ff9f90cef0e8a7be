import type { Runtime } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import { manifestUploadKey } from "#shared/contracts/farm/keys.ts";
import type { UploadId } from "#shared/contracts/values/ids.ts";
import type { BatchExecutionInput, CheckManifestOutput } from "#shared/contracts/workflow/check-manifest.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import { createManifestStore } from "#shared/storage/batches/manifest-store.ts";
import { nextRun, withPart } from "./add-part.ts";
import { partKeys } from "./manifest-part.ts";
import { type ReadManifest, readManifest } from "./read-manifest.ts";

type CheckRuntime = Runtime<"check-manifest">;

/** Others may add to the batch while a large manifest is read: then it is read again. */
const mostTries = 3;

/**
 * Reads an uploaded manifest whole before any line of it runs, and keeps it or refuses it. Asked again it answers the same: what it
 * decided stands with the batch.
 */
export async function checkManifest(
  input: BatchExecutionInput,
  runtime: CheckRuntime,
): Promise<CheckManifestOutput> {
  const { tenantId, batchId, run, uploadId } = input;
  if (uploadId === undefined) return { next: "run", run };
  for (let tries = 0; tries < mostTries; tries += 1) {
    const batch = await runtime.repositories.batches.get(tenantId, batchId);
    if (batch === null) throw new DroverError("NotFound", `There is no batch ${batchId}.`);
    const answer = answerOf(batch, uploadId, run) ?? (await readOnce(batch, uploadId, run, runtime));
    if (answer !== null) return answer;
  }
  throw new DroverError("StorageUnavailable", `Too many requests change batch ${batchId} at the same time.`);
}

/** What was decided before; null while it is to be read. */
function answerOf(batch: Batch, uploadId: UploadId, run: number): CheckManifestOutput | null {
  const before = batch.submissions.find((submission) => submission.uploadId === uploadId);
  if (before !== undefined)
    return before.startsRun === undefined ? { next: "end", run } : { next: "run", run: before.startsRun };
  return batch.uploadId === uploadId ? null : { next: "end", run };
}

/** Null when somebody else added lines meanwhile. */
async function readOnce(
  batch: Batch,
  uploadId: UploadId,
  run: number,
  runtime: CheckRuntime,
): Promise<CheckManifestOutput | null> {
  const { tenantId, batchId, status } = batch;
  const key = manifestUploadKey(tenantId, uploadId);
  if (status === "cancelling") {
    await refuse(batch, uploadId, null, runtime);
    return { next: "end", run };
  }
  // Who has the form may send another file: what is kept is what was read.
  const etag = await runtime.artifacts.etag(key);
  const read = await readTimed(batch, { key, etag }, runtime);
  if (read.problemCount > 0) {
    await refuse(batch, uploadId, read, runtime);
    return { next: "end", run };
  }
  const keys = partKeys(tenantId, batchId, uploadId);
  await runtime.artifacts.copy(key, keys.key, etag);
  await createManifestStore(runtime.artifacts).putIndex(keys, read.entries);
  const after = await keep(batch, uploadId, { ...read, ...keys }, runtime);
  return after === null ? null : answerOf(after, uploadId, run);
}

async function readTimed(
  batch: Batch,
  upload: { readonly key: string; readonly etag: string },
  runtime: CheckRuntime,
): Promise<ReadManifest> {
  const startedAt = performance.now();
  const read = await readManifest(batch, upload, runtime);
  runtime.logger.info("manifest read", {
    batchId: batch.batchId,
    lines: read.entries.length + read.kept,
    problems: read.problemCount,
    milliseconds: Math.round(performance.now() - startedAt),
  });
  return read;
}

/** The batch stays unchanged, except for the stored problems; a batch without lines was never started. */
async function refuse(
  { tenantId, batchId }: Batch,
  uploadId: UploadId,
  read: Pick<ReadManifest, "problems" | "problemCount"> | null,
  { repositories, now }: CheckRuntime,
): Promise<void> {
  const at = now().toISOString();
  await repositories.batches.change(tenantId, batchId, (batch) => {
    if (batch.uploadId !== uploadId) return null;
    const noted = read === null ? {} : { problems: [...read.problems], problemCount: read.problemCount };
    const rest = { uploadId: undefined, ...noted };
    const count = noted.problemCount ?? 0;
    const statusReason = `The last uploaded manifest was refused: ${count} problem${count === 1 ? "" : "s"}.`;
    if (batch.status === "cancelling" && read === null)
      return { ...rest, status: "cancelled", finishedAt: at };
    if (batch.status !== "checking") return rest;
    return { ...rest, status: batch.lineCount === 0 ? "refused" : "finished", statusReason, finishedAt: at };
  });
}

interface Kept extends ReadManifest {
  readonly key: string;
  readonly indexKey: string;
}

function keep(
  { tenantId, batchId, lineCount }: Batch,
  uploadId: UploadId,
  { key, indexKey, entries, known, kept, bytes }: Kept,
  { repositories, now }: CheckRuntime,
): Promise<Batch | null> {
  const at = now().toISOString();
  const firstLine = lineCount + 1;
  const part = { key, indexKey, firstLine, lineCount: entries.length, bytes };
  return repositories.batches.change(tenantId, batchId, (batch) => {
    if (batch.uploadId !== uploadId) return null;
    // Its run waited for the manifest, or has ended meanwhile.
    const begins =
      batch.status === "checking"
        ? { status: "running" as const, startsRun: batch.run }
        : hasEnded(batch)
          ? { ...nextRun(batch, at), startsRun: batch.run + 1 }
          : {};
    const { startsRun, ...fields } = { startsRun: undefined, ...begins };
    const submission = { at, uploadId, kept, new: entries.length, ...(startsRun && { startsRun }) };
    const change = withPart(batch, firstLine, { part, entries, known, submission });
    return change === null ? null : { ...change, ...fields, uploadId: undefined };
  });
}
