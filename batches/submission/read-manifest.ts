import type { Batch, LineProblem } from "#shared/contracts/batch/batch.ts";
import {
  type ManifestEntry,
  maxBatchLines,
  maxLineBytes,
  maxManifestBytes,
} from "#shared/contracts/batch/batch-manifest.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { foundIn } from "#shared/http/field-errors.ts";
import { decodeUtf8, readJson } from "#shared/http/read-json-body.ts";
import { type FileLine, splitLines } from "#shared/rules/batch/split-lines.ts";
import { createManifestStore } from "#shared/storage/batches/manifest-store.ts";
import { tooMany } from "./add-part.ts";
import { createLineChecks, type LineChecks } from "./line-checks.ts";
import { createPartIndex, type KnownLines, readKnownLines } from "./manifest-part.ts";
import { batchFacts, type SubmissionRuntime } from "./submission-facts.ts";

export interface ReadManifest {
  readonly known: KnownLines;
  /** Lines that the batch does not have yet. */
  readonly entries: readonly ManifestEntry[];
  readonly kept: number;
  readonly bytes: number;
  readonly problems: readonly LineProblem[];
  readonly problemCount: number;
}

/** Reads a manifest for a batch as it arrives, and holds every line to what a single job is held to. */
export async function readManifest(
  batch: Pick<Batch, "tenantId" | "settings" | "manifest" | "lineCount">,
  { key, etag }: { readonly key: string; readonly etag: string },
  runtime: SubmissionRuntime,
  /** Absent: as many as a batch may have. */
  mostLines = maxBatchLines,
): Promise<ReadManifest> {
  const facts = await batchFacts(batch.tenantId, batch.settings, runtime);
  const known = await readKnownLines(batch.manifest, createManifestStore(runtime.artifacts));
  const checks = createLineChecks(facts, runtime);
  for (const entry of known.entries) checks.know(entry);
  const index = createPartIndex(known, batch.lineCount + 1);
  let bytes = 0;
  for await (const line of splitLines(runtime.artifacts.stream(key, etag), maxLineBytes)) {
    bytes = line.to;
    const excess = tooLarge(bytes) ?? tooMany(batch.lineCount + index.entries.length, mostLines);
    if (excess !== null) {
      checks.note(line.number, "", excess);
      break;
    }
    const value = jsonOf(line, checks);
    if (value === undefined) continue;
    const checked = await checks.check(line.number, value);
    if (checked !== null) index.add(checked, line);
  }
  const { problems, problemCount } = checks.result();
  const { entries } = index;
  if (problemCount === 0 && entries.length + index.kept() === 0)
    return { ...nothing, known, bytes, problems: [emptyFile], problemCount: 1 };
  return { known, entries, kept: index.kept(), bytes, problems, problemCount };
}

const nothing = { entries: [], kept: 0 } as const;
const emptyFile: LineProblem = { line: 1, field: "", message: "the manifest has no line" };

const tooLarge = (bytes: number): string | null =>
  bytes <= maxManifestBytes ? null : `a manifest may have at most ${maxManifestBytes / 1_024 / 1_024} MB`;

/** Undefined of a blank line, and of one that is not JSON, which is noted. */
function jsonOf({ number, bytes }: FileLine, checks: LineChecks): unknown {
  if (bytes === null) {
    checks.note(number, "", `is longer than ${maxLineBytes / 1_024} KB`);
    return undefined;
  }
  try {
    const text = decodeUtf8(bytes);
    return text.trim() === "" ? undefined : readJson(text);
  } catch (error) {
    const found = error instanceof DroverError ? foundIn(error) : null;
    if (found === null) throw error;
    for (const { field, message } of found) checks.note(number, field === "body" ? "" : field, message);
    return undefined;
  }
}
