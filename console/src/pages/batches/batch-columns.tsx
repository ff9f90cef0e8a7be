import { Link } from "@tanstack/react-router";
import type { BatchResponse, PublicBatch } from "#shared/contracts/api/responses/batch-response.ts";
import { useApi } from "../../api/use-api.ts";
import { batchPlace } from "../../parts/batch-place.ts";
import { Money, Time } from "../../parts/figures.tsx";
import { countText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import type { Column } from "../../parts/virtual-table.tsx";
import { successOf, successShare } from "../batch/batch-figures.ts";
import { CountBar } from "../batch/count-bar.tsx";
import { isLive, StatusWord } from "../batch/status-word.tsx";

interface Choosing {
  readonly chosen: readonly string[];
  readonly choose: (batchId: string) => void;
  /** What was read of each batch so far. */
  readonly counted: ReadonlyMap<string, BatchResponse>;
}

/** The columns whose values a list does not have: to sort by one of them, each batch is read. */
export const countedSorts: ReadonlySet<string> = new Set(["success", "money"]);

export const batchColumns = ({ chosen, choose, counted }: Choosing): readonly Column<PublicBatch>[] => [
  {
    name: "choose",
    header: <span className="unseen">Compare</span>,
    cell: ({ batchId, name }) => (
      <input
        type="checkbox"
        aria-label={`Compare ${name}`}
        checked={chosen.includes(batchId)}
        onChange={() => choose(batchId)}
      />
    ),
  },
  {
    name: "name",
    header: "Batch",
    sort: { by: "name", value: ({ name }) => name },
    cell: ({ batchId, name, status, statusReason }) => (
      <>
        <Link className="row-link" to="/batches/$batchId" params={{ batchId: batchPlace({ name, batchId }) }}>
          {name}
        </Link>
        <span className="batches-why">
          <StatusWord status={status} />
          {statusReason !== undefined && <ScreenText limit={120}>{statusReason}</ScreenText>}
        </span>
      </>
    ),
  },
  { name: "progress", header: "Progress", cell: (batch) => <Progress batch={batch} /> },
  {
    name: "success",
    header: "Success",
    number: true,
    sort: { by: "success", value: ({ batchId }) => shareOf(counted.get(batchId)), largestFirst: true },
    cell: (batch) => <Success batch={batch} />,
  },
  {
    name: "money",
    header: "Cost",
    number: true,
    sort: { by: "money", value: ({ batchId }) => counted.get(batchId)?.costUsd, largestFirst: true },
    cell: (batch) => <Cost batch={batch} />,
  },
  {
    name: "jobs",
    header: "Jobs",
    number: true,
    sort: { by: "jobs", value: ({ lineCount }) => lineCount, largestFirst: true },
    cell: ({ lineCount, taskCount, variants }) => (
      <span title={`${taskCount} tasks, ${variants.length} models or agents`}>{countText(lineCount)}</span>
    ),
  },
  {
    name: "created",
    header: "Started",
    number: true,
    sort: { by: "begun", value: ({ createdAt }) => createdAt },
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

const shareOf = (batch: BatchResponse | undefined) => batch && successShare(batch.counts);

const everyMilliseconds = 5_000;

/** A list has no counts: each row that can be seen asks for its own, those of a batch that runs again and again. */
function useCounted({ batchId, status }: PublicBatch) {
  return useApi("readBatch", { id: batchId }, isLive(status) ? { everyMilliseconds } : {}).data;
}

interface OfBatch {
  readonly batch: PublicBatch;
}

function Progress({ batch }: OfBatch) {
  const read = useCounted(batch);
  return read === undefined ? null : <CountBar batch={read} />;
}

function Success({ batch }: OfBatch) {
  const read = useCounted(batch);
  return read === undefined ? null : successOf(read.counts);
}

function Cost({ batch }: OfBatch) {
  const read = useCounted(batch);
  return read === undefined ? null : <Money usd={read.costUsd} />;
}
