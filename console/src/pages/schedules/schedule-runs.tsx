import { Link } from "@tanstack/react-router";
import type { PublicRun } from "#shared/contracts/api/responses/schedule-response.ts";
import { useApi } from "../../api/use-api.ts";
import { batchPlace } from "../../parts/batch-place.ts";
import { Money, Time } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { SortHeads } from "../../parts/sort-button.tsx";
import { type ColumnSort, type Sorting, sortRows } from "../../parts/sorting.ts";
import { Failure } from "../../parts/states/failure.tsx";

const everyMilliseconds = 10_000;

const heads: readonly { readonly head: string; readonly sort?: ColumnSort<PublicRun> }[] = [
  { head: "Run", sort: { by: "run", value: ({ scheduledAt }) => scheduledAt } },
  { head: "Status", sort: { by: "status", value: ({ status }) => status } },
  {
    head: "Success",
    sort: { by: "success", value: ({ figures }) => figures && figures.successes / figures.runs },
  },
  { head: "Cost", sort: { by: "money", value: ({ figures }) => figures?.costUsd, largestFirst: true } },
  { head: "Changes" },
  { head: "Batch", sort: { by: "batch", value: ({ batchName }) => batchName } },
];

interface RunsProps extends Sorting {
  readonly name: string;
  readonly run: string | undefined;
}

/** The last times that a schedule was due. */
export function ScheduleRuns({ name, run: chosen, sort, onSort }: RunsProps) {
  const asked = { name, query: { limit: 20 } };
  const { data, isError, error, refetch } = useApi("listScheduleRuns", asked, { everyMilliseconds });
  if (isError) return <Failure error={error} retry={refetch} />;
  if (data === undefined || data.items.length === 0) return <p className="quiet">{name} was not due yet.</p>;
  return (
    <table className="schedule-runs" aria-label={`The last ${data.items.length} runs of ${name}`}>
      <thead>
        <tr>
          <SortHeads heads={heads} sort={sort} onSort={onSort} />
        </tr>
      </thead>
      <tbody>
        {sortRows(data.items, heads, sort).map((run) => (
          <RunRow key={run.runId} name={name} run={run} isChosen={run.runId === chosen} />
        ))}
      </tbody>
    </table>
  );
}

const kinds = ["broken", "fixed", "flaky", "slower", "dearer"] as const;

function RunRow({
  name,
  run,
  isChosen,
}: {
  readonly name: string;
  readonly run: PublicRun;
  readonly isChosen: boolean;
}) {
  const { runId, scheduledAt, status, reason, figures, changes, batchId, batchName } = run;
  const said = kinds.filter((kind) => (changes?.[kind] ?? 0) > 0);
  return (
    <tr aria-selected={isChosen}>
      <td>
        <Link to="/schedules" search={{ name, run: runId }}>
          <Time at={scheduledAt} />
        </Link>
      </td>
      <td>{status}</td>
      <td>{figures !== undefined && `${figures.successes} of ${figures.runs}`}</td>
      <td>{figures?.costUsd != null && <Money usd={figures.costUsd} />}</td>
      <td className={said.length === 0 && reason !== undefined ? "words" : undefined}>
        {said.map((kind) => (
          <span key={kind} className={`change change-${kind}`}>
            {changes?.[kind]} {kind}
          </span>
        ))}
        {said.length === 0 && reason !== undefined && <ScreenText limit={160}>{reason}</ScreenText>}
      </td>
      <td>
        {batchId !== undefined && (
          <Link to="/batches/$batchId" params={{ batchId: batchPlace({ name: batchName, batchId }) }}>
            {batchName}
          </Link>
        )}
      </td>
    </tr>
  );
}
