import "./count-bar.css";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { countText, shareText } from "../../parts/format.ts";
import { stateLabel } from "../../parts/states/outcome-mark.tsx";
import { cellStates, countsOf, type StateCounts } from "./cells/cell-state.ts";

interface CountBarProps {
  readonly batch: Pick<BatchResponse, "lineCount" | "counts">;
  /** Newer than the batch's own. */
  readonly counts?: StateCounts | undefined;
}

/** A batch in one line: its outcomes and the remaining jobs. */
export function CountBar({ batch, counts = countsOf(batch.lineCount, batch.counts) }: CountBarProps) {
  const total = Math.max(
    1,
    cellStates.reduce((sum, state) => sum + counts[state], 0),
  );
  const { queued, running, deferred } = counts;
  const done = total - queued - running - deferred;
  const parts = cellStates.filter((state) => state !== "queued" && counts[state] > 0);
  const said = parts.map((state) => `${countText(counts[state])} ${stateLabel(state)}`).join(", ");
  return (
    <div
      className="count-bar"
      role="img"
      aria-label={`${shareText(done / total)} done: ${said || "nothing yet"}`}
    >
      {parts.map((state) => (
        <span
          key={state}
          className={`count-part count-${state}`}
          style={{ flexGrow: counts[state] }}
          title={`${countText(counts[state])} ${stateLabel(state)}`}
        />
      ))}
      <span className="count-rest" style={{ flexGrow: queued }} />
    </div>
  );
}
