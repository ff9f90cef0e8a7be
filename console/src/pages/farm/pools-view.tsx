import { Link } from "@tanstack/react-router";
import type { PoolResponse } from "#shared/contracts/api/responses/pool-response.ts";
import type { QuotaResponse } from "#shared/contracts/api/responses/quota-response.ts";
import { useApi, useApiPages } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { countText } from "../../parts/format.ts";
import { type PlainColumn, PlainTable } from "../../parts/plain-table.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { type Sorting, useWholeList } from "../../parts/sorting.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";

const everyMilliseconds = 5_000;
const asked = { query: { limit: 100 } };

/** Where jobs wait for a device, and how much of the farm the tenant may have. */
export function PoolsView(sorting: Sorting) {
  const pools = useApiPages("listPools", asked, { everyMilliseconds });
  const devices = useApiPages("listDevices", asked, { everyMilliseconds });
  useWholeList(pools, true);
  const isCounted = useWholeList(devices, true) && devices.data !== undefined;
  const columns = poolColumns((pool) => {
    const here = (devices.data ?? []).filter((device) => device.pool === pool);
    return isCounted
      ? { all: here.length, free: here.filter(({ state }) => state === "ready").length }
      : undefined;
  });
  return (
    <>
      <header className="page-head">
        <h2>Pools</h2>
        <CopyRequest name="listPools" asked={asked} cli="drover pools list" />
      </header>
      {pools.isError && <Failure error={pools.error} retry={pools.refetch} />}
      {pools.data?.length === 0 && (
        <EmptyState title="No pools yet." command="drover pools create default">
          Hosts serve a pool, and jobs wait in it.
        </EmptyState>
      )}
      {pools.data !== undefined && pools.data.length > 0 && (
        <PlainTable
          label="Pools"
          columns={columns}
          rows={pools.data}
          rowKey={({ pool }) => pool}
          sorting={sorting}
        />
      )}
      <Quota />
    </>
  );
}

interface DeviceCount {
  readonly all: number;
  readonly free: number;
}

const poolColumns = (
  devicesOf: (pool: string) => DeviceCount | undefined,
): readonly PlainColumn<PoolResponse>[] => [
  { head: "Pool", sort: { by: "pool", value: ({ pool }) => pool }, cell: ({ pool }) => pool },
  {
    head: "Devices",
    sort: { by: "devices", value: ({ pool }) => devicesOf(pool)?.all, largestFirst: true },
    cell: ({ pool }) => {
      const count = devicesOf(pool);
      if (count === undefined) return "–";
      return (
        <Link to="/devices" search={{ pool }}>
          {count.free} of {count.all} free
        </Link>
      );
    },
  },
  { head: "Waiting", cell: ({ pool }) => <Waiting pool={pool} /> },
  { head: "Hosts", cell: ({ pool }) => <Hosts pool={pool} /> },
  {
    head: "API level",
    sort: { by: "api", value: ({ apiLevel }) => apiLevel, largestFirst: true },
    cell: ({ apiLevel }) => apiLevel ?? "no device yet",
  },
];

type OfPool = Pick<PoolResponse, "pool">;

const usePool = ({ pool }: OfPool) => useApi("readPool", { name: pool }, { everyMilliseconds }).data;

function Waiting(of: OfPool) {
  const { high = 0, normal = 0, low = 0 } = usePool(of)?.waiting ?? {};
  const all = high + normal + low;
  const urgent = [high > 0 ? `${high} high` : "", low > 0 ? `${low} low` : ""].filter(Boolean).join(", ");
  return `${countText(all)} ${all === 1 ? "job" : "jobs"}${urgent === "" ? "" : ` (${urgent})`}`;
}

function Hosts(of: OfPool) {
  const { hosts } = usePool(of) ?? {};
  if (hosts === undefined) return "–";
  return hosts.length === 0 ? (
    <span className="quiet">none</span>
  ) : (
    <ScreenText>{hosts.join(" ")}</ScreenText>
  );
}

function Quota() {
  const { data, isError, error, refetch } = useApi("readQuota", {}, { everyMilliseconds });
  return (
    <>
      <header className="page-head">
        <h2>Quotas</h2>
        <CopyRequest name="readQuota" asked={{}} cli="drover quota" />
      </header>
      {isError && <Failure error={error} retry={refetch} />}
      {data !== undefined && <QuotaFacts answer={data} />}
    </>
  );
}

/** Nothing is counted where nothing is bounded. */
function QuotaFacts({ answer: { quota, ...used } }: { readonly answer: QuotaResponse }) {
  const rows = [
    { what: "Queued jobs", count: used.jobsQueued, most: quota.jobsQueued },
    { what: "Running jobs", count: used.jobsRunning, most: quota.jobsRunning },
    { what: "Submissions this minute", count: used.submissionsThisMinute, most: quota.submissionsPerMinute },
    { what: "Concurrent jobs of one batch", count: undefined, most: quota.jobsOfBatch },
  ];
  return (
    <dl className="farm-facts">
      {rows.map(({ what, count, most }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            {most === undefined ? (
              <span className="quiet">no limit</span>
            ) : (
              <>
                {count !== undefined && (
                  <meter min={0} max={most} high={most * 0.8} value={count} aria-label={what} />
                )}
                {count === undefined
                  ? `at most ${countText(most)}`
                  : `${countText(count)} of ${countText(most)}`}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
