import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { countText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { OutcomeMark, stateLabel } from "../../parts/states/outcome-mark.tsx";
import type { BatchSearch, ChangeSearch } from "./batch-search.ts";
import type { CellField } from "./cells/cell-field.ts";
import { cellStates, countsOf } from "./cells/cell-state.ts";
import { CountBar } from "./count-bar.tsx";

interface BatchCountersProps {
  readonly batch: BatchResponse;
  readonly field: CellField | undefined;
  readonly found: readonly number[] | null;
  readonly search: BatchSearch;
  readonly change: ChangeSearch;
}

const others = [
  ["errorCode", "error"],
  ["taskId", "task"],
  ["variant", "model"],
] as const;

/** How many came to what. Each is a filter of the cells and jobs below, and counts just these. */
export function BatchCounters({ batch, field, found, search, change }: BatchCountersProps) {
  const counts = field?.counts ?? countsOf(batch.lineCount, batch.counts);
  const filtered = others.filter(([name]) => search[name] !== undefined);
  return (
    <div className="batch-counters">
      <CountBar batch={batch} counts={counts} />
      <fieldset className="batch-states" aria-label="Jobs by state">
        {cellStates
          .filter((state) => counts[state] > 0 || search.outcome === state)
          .map((state) => (
            <button
              key={state}
              type="button"
              className="bare"
              aria-pressed={search.outcome === state}
              data-state={state}
              onClick={() =>
                change({ outcome: search.outcome === state ? undefined : state, cause: undefined })
              }
            >
              <OutcomeMark state={state} />
              {stateLabel(state)} <strong>{countText(counts[state])}</strong>
            </button>
          ))}
        {filtered.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className="filter-chip"
            title="Remove this filter"
            onClick={() => change({ [name]: undefined, cause: undefined })}
          >
            <span className="quiet">{label}</span> <ScreenText limit={60}>{search[name] ?? ""}</ScreenText> ✕
          </button>
        ))}
        {found !== null && (
          <span className="quiet" role="status">
            {countText(found.length)} {found.length === 1 ? "job matches" : "jobs match"}
          </span>
        )}
      </fieldset>
    </div>
  );
}
