import type { Services } from "#agent/runtime/services.ts";
import { checkTakesLines, nextRun } from "#batches/submission/add-part.ts";
import type { BatchSubmission } from "#batches/submission/batch-submission.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import { manifestUploadKey } from "#shared/contracts/farm/keys.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import { resubmittedSettings } from "./batch-settings-change.ts";

/**
 * A manifest that was uploaded: it is read by an execution, before anything of it runs. A batch that runs continues meanwhile.
 * @throws NotFound when nothing was uploaded
 */
export async function addUpload(
  { tenantId, body }: BatchSubmission,
  open: () => Promise<Batch>,
  runtime: Pick<Services, "artifacts" | "now" | "repositories">,
): Promise<{ readonly batch: Batch; readonly kept: null; readonly new: null }> {
  const { uploadId } = body;
  if (uploadId === undefined || !(await runtime.artifacts.exists(manifestUploadKey(tenantId, uploadId)))) {
    throw new DroverError("NotFound", "There is no upload with this id, or it was read already.", {
      details: { errors: [fieldError("uploadId", uploadId, "names no uploaded manifest")] },
    });
  }
  const { batchId } = await open();
  const at = runtime.now().toISOString();
  const batch = await runtime.repositories.batches.change(tenantId, batchId, (now) => {
    if (now.uploadId === uploadId && now.run > 0) return null;
    if (now.run > 0) checkTakesLines(now);
    if (now.uploadId !== undefined && now.uploadId !== uploadId) throw anotherIsRead(now);
    const begins = now.run === 0 || hasEnded(now);
    const run = begins ? { ...nextRun(now, at), status: "checking" as const } : {};
    return { uploadId, ...resubmittedSettings(now, body.settings, at), ...run };
  });
  if (batch === null) throw new DroverError("NotFound", `There is no batch ${batchId}.`);
  return { batch, kept: null, new: null };
}

const anotherIsRead = ({ batchId }: Batch): DroverError =>
  new DroverError("BatchState", `Another manifest is being read for batch ${batchId}.`, {
    details: {
      errors: [fieldError("uploadId", undefined, "cannot be added while another manifest is being read")],
    },
  });
