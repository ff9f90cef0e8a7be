import type { BatchName } from "#shared/contracts/values/batch-ids.ts";
import { useApiEach } from "../api/use-api.ts";
import { isBatchId } from "./batch-place.ts";

/** The ids of batches that an address gives by id or name; undefined: not known yet, or there is none of that name. */
export function useBatchIds(places: readonly string[]) {
  const names = places.filter((place) => !isBatchId(place));
  const named = useApiEach(
    "listBatches",
    names.map((name) => ({ query: { name: name as BatchName } })),
  );
  const idOf = (place: string): string | undefined =>
    isBatchId(place) ? place : named[names.indexOf(place)]?.data?.items[0]?.batchId;
  return {
    ids: places.map(idOf),
    failed: named.find(({ isError }) => isError),
    isPending: named.some(({ isPending }) => isPending),
  };
}
