import { useMemo } from "react";
import type { BatchName } from "#shared/contracts/values/batch-ids.ts";
import { useApiEach } from "../../api/use-api.ts";
import { PagePending } from "../../frame/page-states.tsx";
import { isBatchId } from "../../parts/batch-place.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { CompareBatches } from "./compare-batches.tsx";
import type { ChangeCompare, CompareSearch } from "./compare-search.ts";

interface NamedBatchesProps {
  readonly places: readonly string[];
  readonly search: CompareSearch;
  readonly change: ChangeCompare;
}

/** The batches of an address, each by its id or its name. */
export function NamedBatches({ places, search, change }: NamedBatchesProps) {
  const names = places.filter((place) => !isBatchId(place));
  const named = useApiEach(
    "listBatches",
    names.map((name) => ({ query: { name: name as BatchName } })),
  );
  const idOf = (place: string): string =>
    isBatchId(place) ? place : (named[names.indexOf(place)]?.data?.items[0]?.batchId ?? "");
  const found = places.map(idOf).join(",");
  const ids = useMemo(() => found.split(","), [found]);
  const failed = named.find(({ isError }) => isError);
  if (failed?.error) return <Failure error={failed.error} retry={failed.refetch} />;
  if (named.some(({ isPending }) => isPending)) return <PagePending />;
  const unknown = places.find((place) => idOf(place) === "");
  return unknown === undefined ? (
    <CompareBatches ids={ids} search={search} change={change} />
  ) : (
    <>
      <h1 className="unseen">Compare</h1>
      <EmptyState title={`No batch is named ${unknown}.`} command="drover batch list" />
    </>
  );
}
