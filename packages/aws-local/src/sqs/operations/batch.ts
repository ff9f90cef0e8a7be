import { isMap } from "../parameters.ts";
import {
  emptyBatch,
  entriesNotDistinct,
  invalidEntryId,
  missingParameter,
  notReadable,
  QueueError,
  tooManyEntries,
} from "../service-error.ts";

export interface BatchEntry {
  readonly id: string;
  /** Without its Id. */
  readonly rest: Readonly<Record<string, unknown>>;
}

const largestBatch = 10;

/** What is wrong with one of these is wrong with the whole request. */
export function readEntries(entries: readonly unknown[]): readonly BatchEntry[] {
  if (entries.length === 0) throw emptyBatch();
  if (entries.length > largestBatch) throw tooManyEntries(entries.length);
  const seen = new Set<string>();
  return entries.map((entry) => {
    if (!isMap(entry)) throw notReadable("An entry of a batch is no map.");
    const { Id: id, ...rest } = entry;
    if (typeof id !== "string") throw missingParameter("Id");
    if (!/^[\w-]{1,80}$/.test(id)) throw invalidEntryId();
    if (seen.has(id)) throw entriesNotDistinct(id);
    seen.add(id);
    return { id, rest };
  });
}

interface FailedEntry {
  readonly Id: string;
  readonly SenderFault: boolean;
  readonly Code: string;
  readonly Message: string;
}

export interface EachEntryResult<Done> {
  readonly Successful: Done[];
  readonly Failed: FailedEntry[];
}

/** Each entry by itself: one that fails leaves the others alone. */
export function eachEntry<Done>(
  entries: readonly BatchEntry[],
  run: (entry: BatchEntry) => Done,
): EachEntryResult<Done> {
  const result: EachEntryResult<Done> = { Successful: [], Failed: [] };
  for (const entry of entries) {
    try {
      result.Successful.push(run(entry));
    } catch (error) {
      if (!(error instanceof QueueError)) throw error;
      const { code: Code, message: Message } = error;
      result.Failed.push({ Id: entry.id, SenderFault: true, Code, Message });
    }
  }
  return result;
}
