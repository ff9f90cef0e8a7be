import { Link } from "@tanstack/react-router";
import type { DeliveryResponse, WebhookResponse } from "#shared/contracts/api/responses/webhook-response.ts";
import type { DeliveryStatus } from "#shared/contracts/webhook/webhook-delivery.ts";
import { useApiAction, useApiPages } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { Duration, Time } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { SortHeads } from "../../parts/sort-button.tsx";
import { type ColumnSort, type Sorting, sortRows, useWholeList } from "../../parts/sorting.ts";
import { Failure } from "../../parts/states/failure.tsx";
import { aboutOf, deliveryWords, lastWords } from "./webhook-words.ts";

/** While one is sent by hand somebody looks. */
const everyMilliseconds = 2_000;

const heads: readonly { readonly head: string; readonly sort?: ColumnSort<DeliveryResponse> }[] = [
  { head: "Event", sort: { by: "event", value: ({ event }) => event.type } },
  { head: "About" },
  { head: "Recorded", sort: { by: "recorded", value: ({ createdAt }) => createdAt } },
  { head: "Status", sort: { by: "status", value: ({ status }) => deliveryWords[status] } },
  { head: "Last attempt" },
  {
    head: "Took",
    sort: { by: "took", value: ({ attempts }) => attempts.at(-1)?.milliseconds, largestFirst: true },
  },
  { head: "Attempts", sort: { by: "tries", value: ({ attempts }) => attempts.length, largestFirst: true } },
];

interface ListProps extends Sorting {
  readonly webhook: WebhookResponse;
  readonly status: DeliveryStatus | undefined;
  readonly onStatus: (status: DeliveryStatus | undefined) => void;
}

/** What was sent, newest first, with what was answered. */
export function DeliveryList({ webhook: { webhookId: id }, status, onStatus, sort, onSort }: ListProps) {
  const asked = { id, query: { limit: 50, ...(status === undefined ? {} : { status }) } };
  const list = useApiPages("listDeliveries", asked, sort === undefined ? { everyMilliseconds } : {});
  const isWhole = useWholeList(list, sort !== undefined);
  const again = useApiAction("redeliver");
  const { data, isError, error, refetch, hasNextPage, fetchNextPage } = list;
  const flag = status === undefined ? "" : ` --status ${status}`;
  return (
    <section aria-label="Deliveries" className="deliveries">
      <div className="deliveries-head">
        <h2>Deliveries</h2>
        <select
          aria-label="Status"
          value={status ?? ""}
          onChange={({ target }) =>
            onStatus(target.value === "" ? undefined : (target.value as DeliveryStatus))
          }
        >
          <option value="">all</option>
          {Object.entries(deliveryWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <CopyRequest name="listDeliveries" asked={asked} cli={`drover webhooks deliveries ${id}${flag}`} />
      </div>
      {isError && <Failure error={error} retry={refetch} />}
      {again.error !== null && <Failure error={again.error} />}
      {data?.length === 0 && (
        <p className="quiet">
          {status === undefined ? "No deliveries yet." : "No deliveries match this filter."}
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <table className="deliveries-table">
          <thead>
            <tr>
              <SortHeads heads={heads} sort={sort} onSort={onSort} />
              <th scope="col">
                <span className="unseen">Send again</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sortRows(data, heads, isWhole ? sort : undefined).map((delivery) => (
              <DeliveryRow
                key={delivery.eventId}
                delivery={delivery}
                shown={status}
                busy={again.isPending}
                onAgain={() => again.mutate({ id, eventId: delivery.eventId })}
              />
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <button type="button" onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
    </section>
  );
}

interface RowProps {
  readonly delivery: DeliveryResponse;
  /** What the list is narrowed to, which stays so. */
  readonly shown: DeliveryStatus | undefined;
  readonly busy: boolean;
  readonly onAgain: () => void;
}

function DeliveryRow({ delivery, shown, busy, onAgain }: RowProps) {
  const { eventId, event, webhookId, status, createdAt, dueAt, attempts } = delivery;
  const last = attempts.at(-1);
  return (
    <tr>
      <td>
        <Link to="/webhooks" search={{ webhook: webhookId, event: eventId, ...(shown && { status: shown }) }}>
          {event.type}
        </Link>
      </td>
      <td>
        <AboutLink event={event} />
      </td>
      <td>
        <Time at={createdAt} />
      </td>
      <td className={`delivery-${status}`}>{deliveryWords[status]}</td>
      <td className="delivery-last">
        <ScreenText limit={160}>{lastWords(delivery)}</ScreenText>
        {last !== undefined && status === "pending" && dueAt !== undefined && (
          <span className="quiet">
            {" "}
            Next <Time at={dueAt} />
          </span>
        )}
      </td>
      <td>{last !== undefined && <Duration milliseconds={last.milliseconds} />}</td>
      <td>{attempts.length}</td>
      <td>
        <button
          type="button"
          disabled={busy || (status === "pending" && last === undefined)}
          onClick={onAgain}
        >
          Send again<span className="unseen"> {event.type}</span>
        </button>
      </td>
    </tr>
  );
}

/** Leads to what it is about. */
export function AboutLink({ event }: Pick<DeliveryResponse, "event">) {
  const about = aboutOf(event);
  if (about === null) return null;
  const { kind, id } = about;
  if (kind === "schedule")
    return (
      <Link to="/schedules" search={{ name: id }}>
        schedule {id}
      </Link>
    );
  if (kind === "device")
    return (
      <Link to="/devices/$deviceId" params={{ deviceId: id }} search={{}}>
        {id}
      </Link>
    );
  if (kind === "batch")
    return (
      <Link to="/batches/$batchId" params={{ batchId: id }} search={{}}>
        batch …{id.slice(-6)}
      </Link>
    );
  return (
    <Link to="/jobs/$jobId" params={{ jobId: id }} search={{}}>
      job …{id.slice(-6)}
    </Link>
  );
}
