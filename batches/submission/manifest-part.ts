import type { ManifestPart } from "#shared/contracts/batch/batch.ts";
import type { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import type { ManifestEntry } from "#shared/contracts/batch/batch-manifest.ts";
import { manifestIndexKey, manifestKey } from "#shared/contracts/farm/keys.ts";
import type { BatchItemKey } from "#shared/contracts/values/batch-ids.ts";
import type { BatchId, TenantId } from "#shared/contracts/values/ids.ts";
import type { ManifestStore } from "#shared/storage/batches/manifest-store.ts";
import { itemKeyOf } from "./item-key.ts";

/** What a batch's manifest has so far, as far as a new part must know it. */
export interface KnownLines {
  readonly entries: readonly Pick<ManifestEntry, "taskId" | "variant" | "epoch" | "prerequisite">[];
  readonly keys: ReadonlySet<BatchItemKey>;
}

export async function readKnownLines(
  parts: readonly ManifestPart[],
  manifests: ManifestStore,
): Promise<KnownLines> {
  const keys = new Set<BatchItemKey>();
  const entries: KnownLines["entries"][number][] = [];
  for await (const { itemKey, taskId, variant, epoch, prerequisite } of manifests.everyEntry(parts)) {
    keys.add(itemKey);
    entries.push({ taskId, variant, epoch, prerequisite });
  }
  return { entries, keys };
}

/** The index of a part in the making: of its lines those that the batch does not have yet. */
export function createPartIndex({ keys }: Pick<KnownLines, "keys">, firstLine: number) {
  const entries: ManifestEntry[] = [];
  let kept = 0;
  return {
    entries,
    kept: () => kept,
    /** False: the batch has it, and it is kept. */
    add(line: BatchLine, { from, to }: Pick<ManifestEntry, "from" | "to">): boolean {
      const itemKey = itemKeyOf(line);
      if (keys.has(itemKey)) {
        kept += 1;
        return false;
      }
      const { taskId, variant, epoch, prerequisite, tags, weight } = line;
      const place = { itemKey, line: firstLine + entries.length, from, to };
      entries.push({
        ...place,
        taskId,
        variant,
        epoch,
        ...(prerequisite === undefined ? {} : { prerequisite }),
        ...(tags.length === 0 ? {} : { tags }),
        ...(weight === 1 ? {} : { weight }),
      });
      return true;
    },
  };
}

/** Where a new part is to lie. */
export const partKeys = (tenantId: TenantId, batchId: BatchId, part: string) => ({
  key: manifestKey(tenantId, batchId, part),
  indexKey: manifestIndexKey(tenantId, batchId, part),
});

/** The batch's own fields, with the new part's lines. */
export function summaryOf(
  before: { readonly variants: readonly BatchLine["variant"][] },
  { entries }: KnownLines,
  fresh: readonly ManifestEntry[],
) {
  const variants = new Set([...before.variants, ...fresh.map(({ variant }) => variant)]);
  const tasks = new Set([...entries, ...fresh].map(({ taskId }) => taskId));
  return { variants: [...variants].slice(0, 100), taskCount: tasks.size };
}
