import * as z from "zod";
import { BatchItemKey, TaskId, VariantName } from "../values/batch-ids.ts";
import { Tag } from "../values/tag.ts";

/** Lines of a batch, all parts of its manifest together. */
export const maxBatchLines = 100_000;
/** Lines that one request may hold itself. */
export const maxInlineLines = 1_000;
export const maxManifestBytes = 200 * 1_024 * 1_024;
/** A line with its line feed. */
export const maxLineBytes = 200 * 1_024;
/** What a manifest is uploaded as. */
export const manifestContentType = "application/x-ndjson";

/** A line of a part's index: where the line lies in the part, and all of it that rounds choose by. */
export const ManifestEntry = z.strictObject({
  itemKey: BatchItemKey,
  /** From 1, in the whole manifest. */
  line: z.int().min(1),
  /** Its first byte in the part, from 0. */
  from: z.int().min(0),
  /** The byte after its last: its line feed, or the part's end. */
  to: z.int().min(1),
  taskId: TaskId,
  variant: VariantName,
  epoch: z.int().min(1),
  prerequisite: TaskId.optional(),
  /** These two are for lines that are skipped without reading; absent if a line has the defaults. */
  tags: z.array(Tag).max(20).optional(),
  weight: z.number().positive().optional(),
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;
