import type { Batch, ManifestPart, ManifestSubmission } from "#shared/contracts/batch/batch.ts";
import { type ManifestEntry, maxBatchLines } from "#shared/contracts/batch/batch-manifest.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import { type KnownLines, summaryOf } from "./manifest-part.ts";

/** A part that was written, and what it adds to the batch that `known` was read of. */
export interface NewPart {
  readonly part: ManifestPart;
  readonly entries: readonly ManifestEntry[];
  readonly known: KnownLines;
  readonly submission: ManifestSubmission;
}

const mostSubmissions = 20;

/** The batch with the part, or null when others were quicker and the part is of a batch that is no more. */
export function withPart(batch: Batch, firstLine: number, { part, entries, known, submission }: NewPart) {
  if (batch.lineCount + 1 !== firstLine) return null;
  return {
    ...(entries.length === 0
      ? {}
      : {
          lineCount: batch.lineCount + entries.length,
          manifest: [...batch.manifest, part],
          ...summaryOf(batch, known, entries),
        }),
    submissions: [...batch.submissions, submission].slice(-mostSubmissions),
    problems: [],
    problemCount: 0,
  };
}

/** A run begins: of a batch that is new, or continues after its end. */
export const nextRun = ({ run }: Pick<Batch, "run">, at: string) => ({
  status: "running" as const,
  run: run + 1,
  startedAt: at,
  statusReason: undefined,
  pausedFor: undefined,
  executionArn: undefined,
  finishedAt: undefined,
});

/** @throws BatchState */
export function checkTakesLines({ batchId, status }: Pick<Batch, "batchId" | "status">): void {
  if (status !== "checking" && status !== "cancelling") return;
  throw new DroverError("BatchState", `Batch ${batchId} is ${status} and takes no lines now.`, {
    details: { errors: [fieldError("name", undefined, `is of a batch that is ${status}`)] },
  });
}

/** The problem if a batch would become too large; null: none. */
export const tooMany = (lineCount: number, most = maxBatchLines): string | null =>
  lineCount <= most ? null : `at most ${most} lines are taken, and this is the ${lineCount}th`;
