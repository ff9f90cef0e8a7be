import type { ManifestPart } from "../../contracts/batch/batch.ts";
import { BatchLine } from "../../contracts/batch/batch-line.ts";
import { ManifestEntry, manifestContentType, maxLineBytes } from "../../contracts/batch/batch-manifest.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { splitLines } from "../../rules/batch/split-lines.ts";
import type { Artifacts } from "../artifacts/artifacts.ts";
import { checked } from "../table/stored.ts";

type PartKeys = Pick<ManifestPart, "key" | "indexKey">;

/** The parts of batches' manifests in the bucket: each its lines, and beside them an index of where each lies. */
export function createManifestStore(artifacts: Artifacts) {
  return {
    /** Of one part, in order, as they arrive. */
    async *entries({ indexKey }: Pick<PartKeys, "indexKey">): AsyncGenerator<ManifestEntry> {
      for await (const { bytes } of splitLines(artifacts.stream(indexKey), maxLineBytes)) {
        if (bytes !== null) yield checked(ManifestEntry, parsed(bytes, indexKey), indexKey);
      }
    },

    /** Of the whole manifest. */
    async *everyEntry(
      parts: readonly Pick<PartKeys, "indexKey">[],
    ): AsyncGenerator<ManifestEntry & { readonly part: number }> {
      for (const [index, part] of parts.entries()) {
        for await (const entry of this.entries(part)) yield { ...entry, part: index + 1 };
      }
    },

    /** One line, by a read of its bytes alone. */
    async line({ key }: Pick<PartKeys, "key">, place: { from: number; to: number }): Promise<BatchLine> {
      const bytes = await artifacts.getRange(key, place.from, place.to);
      return checked(BatchLine, parsed(Buffer.from(bytes), key), `a line of ${key}`);
    },

    async putLines({ key }: Pick<PartKeys, "key">, text: string): Promise<void> {
      await artifacts.put(key, text, manifestContentType);
    },

    async putIndex(
      { indexKey }: Pick<PartKeys, "indexKey">,
      entries: readonly ManifestEntry[],
    ): Promise<void> {
      const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
      await artifacts.put(indexKey, text, manifestContentType);
    },
  };
}
export type ManifestStore = ReturnType<typeof createManifestStore>;

function parsed(bytes: Buffer, key: string): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new DroverError("SchemaMismatch", `A line of ${key} is not JSON.`, { details: { key }, cause });
  }
}
