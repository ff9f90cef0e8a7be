import type { Runtime, Services } from "#agent/runtime/services.ts";
import { checkTakesLines, nextRun, tooMany, withPart } from "#batches/submission/add-part.ts";
import { type BatchSubmission, refuseLines } from "#batches/submission/batch-submission.ts";
import { createLineChecks } from "#batches/submission/line-checks.ts";
import { createPartIndex, partKeys, readKnownLines } from "#batches/submission/manifest-part.ts";
import { withDefaults } from "#batches/submission/merge-line.ts";
import { batchFacts } from "#batches/submission/submission-facts.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import { createManifestStore, type ManifestStore } from "#shared/storage/batches/manifest-store.ts";
import { defined } from "#shared/values/defined.ts";
import { resubmittedSettings } from "./batch-settings-change.ts";

interface Added {
  readonly batch: Batch;
  readonly kept: number;
  readonly new: number;
}

/** So many may add to one batch at the same moment. */
const mostTries = 10;

/** Lines that came with the request: nothing is stored before all are known to be good. @throws BatchRefused */
export async function addLines(
  submission: BatchSubmission,
  open: () => Promise<Batch>,
  runtime: Runtime<"api">,
): Promise<Added> {
  const { tenantId, body } = submission;
  const manifests = createManifestStore(runtime.artifacts);
  const before = await runtime.repositories.batches.byName(tenantId, body.name);
  const lines = await checkedLines(submission, before, manifests, runtime);
  let batch = await open();
  for (let tries = 0; tries < mostTries; tries += 1) {
    checkTakesLines(batch);
    const added = await addPart(lines, batch, submission, { manifests, runtime });
    if (added.done) return added;
    batch = added.batch;
  }
  throw new DroverError(
    "StorageUnavailable",
    `Too many requests change batch ${batch.batchId} at the same time.`,
  );
}

async function checkedLines(
  { tenantId, body }: BatchSubmission,
  before: Batch | null,
  manifests: ManifestStore,
  runtime: Runtime<"api">,
): Promise<readonly BatchLine[]> {
  const { lines = [], defaults, settings = before?.settings ?? BatchSettings.parse({}) } = body;
  const checks = createLineChecks(await batchFacts(tenantId, settings, runtime), runtime);
  const { entries } = await readKnownLines(before?.manifest ?? [], manifests);
  for (const entry of entries) checks.know(entry);
  const good: BatchLine[] = [];
  for (const [index, line] of lines.entries()) {
    const checked = await checks.check(index + 1, withDefaults(line, defaults));
    if (checked !== null) good.push(checked);
  }
  const { problems, problemCount } = checks.result();
  if (problemCount > 0) refuseLines(problems, problemCount);
  return good;
}

interface Means {
  readonly manifests: ManifestStore;
  readonly runtime: Runtime<"api">;
}

/** `done: false` when somebody else added to the batch meanwhile: it is then to be read again. */
async function addPart(
  lines: readonly BatchLine[],
  batch: Batch,
  { tenantId, body, idempotencyKeyHash }: BatchSubmission,
  { manifests, runtime }: Means,
): Promise<Added & { readonly done: boolean }> {
  const { batchId } = batch;
  const firstLine = batch.lineCount + 1;
  const known = await readKnownLines(batch.manifest, manifests);
  const index = createPartIndex(known, firstLine);
  const texts: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const text = JSON.stringify(line);
    const to = bytes + Buffer.byteLength(text);
    if (!index.add(line, { from: bytes, to })) continue;
    texts.push(`${text}\n`);
    bytes = to + 1;
  }
  const { entries } = index;
  const excess = tooMany(batch.lineCount + entries.length);
  if (excess !== null) refuseLines([{ line: lines.length, field: "", message: excess }], 1);
  const keys = partKeys(tenantId, batchId, runtime.newId());
  if (entries.length > 0) {
    await manifests.putLines(keys, texts.join(""));
    await manifests.putIndex(keys, entries);
  }
  const at = runtime.now().toISOString();
  const counted = { kept: index.kept(), new: entries.length };
  const part = { ...keys, firstLine, lineCount: entries.length, bytes };
  const submission = { at, ...counted, ...defined({ idempotencyKeyHash }) };
  const hasMore = entries.length > 0 || batch.status === "failed" || (await hasOpenLines(batch, runtime));
  let done = false;
  const stored = await runtime.repositories.batches.change(tenantId, batchId, (now) => {
    checkTakesLines(now);
    const change = withPart(now, firstLine, { part, entries, known, submission });
    done = change !== null;
    if (change === null) return null;
    const begins = now.run === 0 || (hasEnded(now) && hasMore);
    return { ...change, ...resubmittedSettings(now, body.settings, at), ...(begins ? nextRun(now, at) : {}) };
  });
  return { done, batch: stored ?? batch, ...counted };
}

/** Whether a batch that has ended has lines that no job ended: it was cancelled, say, or stopped by its own rule. */
async function hasOpenLines(
  { tenantId, batchId, lineCount }: Batch,
  { repositories }: Pick<Services, "repositories">,
): Promise<boolean> {
  const { outcomes } = await repositories.batchItems.counts(tenantId, batchId);
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0) < lineCount;
}
