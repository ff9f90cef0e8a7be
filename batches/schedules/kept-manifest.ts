import type { Runtime } from "#agent/runtime/services.ts";
import type { LineDefaults } from "#shared/contracts/api/responses/batch-response.ts";
import { manifestContentType } from "#shared/contracts/batch/batch-manifest.ts";
import type { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import type { ScheduleId } from "#shared/contracts/batch/schedule.ts";
import { manifestUploadKey, scheduledManifestKey } from "#shared/contracts/farm/keys.ts";
import { type TenantId, UploadId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import { refuseLines } from "../submission/batch-submission.ts";
import { createLineChecks } from "../submission/line-checks.ts";
import { withDefaults } from "../submission/merge-line.ts";
import { readManifest } from "../submission/read-manifest.ts";
import { batchFacts } from "../submission/submission-facts.ts";

interface SentManifest {
  readonly lines?: readonly unknown[] | undefined;
  readonly uploadId?: UploadId | undefined;
  readonly defaults?: LineDefaults | undefined;
}

export interface KeptManifest {
  readonly manifestKey: string;
  readonly lineCount: number;
}

/** An uploaded one is read while the caller waits. */
const mostLines = 10_000;

/** What a schedule is to run, once all of it is known to be good. @throws BatchRefused, NotFound */
export function keepManifest(
  place: { readonly tenantId: TenantId; readonly scheduleId: ScheduleId; readonly settings: BatchSettings },
  sent: SentManifest,
  runtime: Runtime<"api">,
): Promise<KeptManifest> {
  const { tenantId, scheduleId, settings } = place;
  const manifestKey = scheduledManifestKey(tenantId, scheduleId, UploadId.parse(runtime.newId()));
  return sent.uploadId === undefined
    ? keepLines({ tenantId, settings, manifestKey }, sent, runtime)
    : keepUpload({ tenantId, settings, manifestKey }, sent.uploadId, runtime);
}

interface Keeping {
  readonly tenantId: TenantId;
  readonly settings: BatchSettings;
  readonly manifestKey: string;
}

async function keepLines(
  { tenantId, settings, manifestKey }: Keeping,
  { lines = [], defaults }: SentManifest,
  runtime: Runtime<"api">,
): Promise<KeptManifest> {
  const checks = createLineChecks(await batchFacts(tenantId, settings, runtime), runtime);
  const texts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const checked = await checks.check(index + 1, withDefaults(line, defaults));
    if (checked !== null) texts.push(`${JSON.stringify(checked)}\n`);
  }
  const { problems, problemCount } = checks.result();
  if (problemCount > 0) refuseLines(problems, problemCount);
  await runtime.artifacts.put(manifestKey, texts.join(""), manifestContentType);
  return { manifestKey, lineCount: texts.length };
}

async function keepUpload(
  { tenantId, settings, manifestKey }: Keeping,
  uploadId: UploadId,
  runtime: Runtime<"api">,
): Promise<KeptManifest> {
  const key = manifestUploadKey(tenantId, uploadId);
  if (!(await runtime.artifacts.exists(key)))
    throw new DroverError("NotFound", "There is no upload with this id, or it was removed.", {
      details: { errors: [fieldError("uploadId", uploadId, "names no uploaded manifest")] },
    });
  const etag = await runtime.artifacts.etag(key);
  const none = { tenantId, settings, manifest: [], lineCount: 0 };
  const { entries, problems, problemCount } = await readManifest(none, { key, etag }, runtime, mostLines);
  if (problemCount > 0) refuseLines(problems, problemCount);
  await runtime.artifacts.copy(key, manifestKey, etag);
  return { manifestKey, lineCount: entries.length };
}
