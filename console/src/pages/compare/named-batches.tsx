import { useMemo } from "react";
import { PagePending } from "../../frame/page-states.tsx";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { useBatchIds } from "../../parts/use-batch-ids.ts";
import { CompareBatches } from "./compare-batches.tsx";
import type { ChangeCompare, CompareSearch } from "./compare-search.ts";

interface NamedBatchesProps {
  readonly places: readonly string[];
  readonly search: CompareSearch;
  readonly change: ChangeCompare;
}

/** The batches of an address, each by its id or its name. */
export function NamedBatches({ places, search, change }: NamedBatchesProps) {
  const { ids: found, failed, isPending } = useBatchIds(places);
  const known = found.join(",");
  const ids = useMemo(() => known.split(","), [known]);
  if (failed?.error) return <Failure error={failed.error} retry={failed.refetch} />;
  if (isPending) return <PagePending />;
  const unknown = places[found.indexOf(undefined)];
  return unknown === undefined ? (
    <CompareBatches ids={ids} search={search} change={change} />
  ) : (
    <>
      <h1 className="unseen">Compare</h1>
      <EmptyState title={`No batch is named ${unknown}.`} command="drover batch list" />
    </>
  );
}
