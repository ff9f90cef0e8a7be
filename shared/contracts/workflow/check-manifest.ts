import * as z from "zod";
import { BatchId, TenantId, UploadId } from "../values/ids.ts";

/** The input of the `batch` machine. */
export const BatchExecutionInput = z.object({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  batchId: BatchId,
  run: z.int().min(1),
  /** A manifest that was uploaded and is to be read first. */
  uploadId: UploadId.optional(),
});
export type BatchExecutionInput = z.infer<typeof BatchExecutionInput>;

/** What CheckManifest answers. */
export const CheckManifestOutput = z.strictObject({
  /** `end`: the manifest was refused, or its lines are for the run that is under way. */
  next: z.enum(["run", "end"]),
  /** Of the run that begins. */
  run: z.int().min(1),
});
export type CheckManifestOutput = z.infer<typeof CheckManifestOutput>;
