import type { Services } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import type { RoundEntry } from "#shared/contracts/workflow/batch-run.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { createManifestStore } from "#shared/storage/batches/manifest-store.ts";

/** The line that a round's entry points at, read from its part of the manifest alone. */
export async function lineOf(
  { batchId, manifest }: Pick<Batch, "batchId" | "manifest">,
  entry: RoundEntry,
  { artifacts }: Pick<Services, "artifacts">,
): Promise<BatchLine> {
  const part = manifest[entry.part - 1];
  if (part === undefined)
    throw new DroverError("NotFound", `Batch ${batchId} has no part ${entry.part} of its manifest.`);
  return createManifestStore(artifacts).line(part, entry);
}
