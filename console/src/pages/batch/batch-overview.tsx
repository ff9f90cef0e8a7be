import { useNavigate } from "@tanstack/react-router";
import type { BatchCauses } from "#shared/contracts/api/batch-look.ts";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import type { BatchSearch, ChangeSearch } from "./batch-search.ts";
import { CauseList } from "./cause-list.tsx";
import type { CellField } from "./cells/cell-field.ts";
import type { Grouping } from "./cells/cell-layout.ts";
import { CellMap } from "./cells/cell-map.tsx";

interface BatchOverviewProps {
  readonly batch: BatchResponse;
  readonly field: CellField | undefined;
  readonly found: readonly number[] | null;
  readonly search: BatchSearch;
  readonly change: ChangeSearch;
  readonly causes: {
    readonly data: BatchCauses | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
}

const groupings: readonly { readonly value: Grouping; readonly label: string }[] = [
  { value: "none", label: "by line" },
  { value: "task", label: "by task" },
  { value: "model", label: "by model" },
];

/** Why jobs did not succeed, beside all jobs. */
export function BatchOverview({ batch, field, found, search, change, causes }: BatchOverviewProps) {
  const navigate = useNavigate();
  const grouping = groupings.find(({ value }) => value === search.group)?.value ?? "none";
  return (
    <div className="batch-overview">
      <section aria-labelledby="causes">
        <h2 id="causes">Causes</h2>
        {causes.error !== null && causes.data === undefined && (
          <Failure error={causes.error} retry={causes.refetch} />
        )}
        {causes.data !== undefined && <CauseList causes={causes.data} search={search} change={change} />}
      </section>
      <section className="batch-cells" aria-labelledby="cells">
        <div className="batch-cells-head">
          <h2 id="cells">Cells</h2>
          <span className="quiet">One cell per job: click it or press Enter to open it</span>
          <label>
            <span className="unseen">Order of the cells</span>
            <select
              value={grouping}
              onChange={({ target }) => change({ group: target.value === "none" ? undefined : target.value })}
            >
              {groupings.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
        {batch.lineCount === 0 && <EmptyState title="This batch has no jobs yet." />}
        {field !== undefined && field.count > 0 && (
          <CellMap
            field={field}
            grouping={grouping}
            found={found}
            onOpen={(jobId) => void navigate({ to: "/jobs/$jobId", params: { jobId } })}
          />
        )}
      </section>
    </div>
  );
}
