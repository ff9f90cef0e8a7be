import "./devices-page.css";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { DeviceResponse } from "#shared/contracts/api/responses/device-response.ts";
import type { DeviceStatus } from "#shared/contracts/device/device.ts";
import { useApiPages } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { FilterBar } from "../../parts/filter-bar.tsx";
import { countText } from "../../parts/format.ts";
import { useWholeList } from "../../parts/sorting.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { useNarrow } from "../../parts/use-narrow.ts";
import { VirtualTable } from "../../parts/virtual-table.tsx";
import { deviceColumns } from "./device-columns.tsx";
import { stateWords } from "./device-state.tsx";
import { HostList } from "./host-list.tsx";

const route = getRouteApi("/devices");
const everyMilliseconds = 3_000;
const asked = { query: { limit: 100 } };

const fields = [
  {
    name: "state",
    label: "State",
    first: true,
    options: Object.entries(stateWords).map(([value, { label }]) => ({ value, label })),
  },
  { name: "hostId", label: "Host" },
  { name: "pool", label: "Pool" },
];

/** Hosts with their heartbeat, and every device: its state, why, and whose it is. */
export function DevicesPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const devices = useApiPages("listDevices", asked, { everyMilliseconds });
  const { data: all = [], error, isPending, refetch } = devices;
  const isWhole = useWholeList(devices, true);
  const change = (changed: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ to: "/devices", search: { ...search, ...changed } as typeof search, replace: true });
  const shown = all.filter(
    ({ state, hostId, pool }) =>
      (search.state === undefined || state === search.state) &&
      (search.hostId === undefined || hostId === search.hostId) &&
      (search.pool === undefined || pool === search.pool),
  );
  return (
    <div className="page-full">
      <h1 className="unseen">Devices</h1>
      <FilterBar fields={fields} values={search} onChange={change}>
        <Link to="/jobs" search={{ kind: "session" }}>
          Sessions
        </Link>
        <CopyRequest name="listDevices" asked={asked} cli="drover devices" />
      </FilterBar>
      <HostList />
      {error !== null && <Failure error={error} retry={refetch} />}
      {isPending && <p className="page quiet">Loading…</p>}
      {!isPending && error === null && all.length === 0 && (
        <EmptyState title="This farm has no devices yet." command="drover hosts run --help">
          Start a host beside your devices:
        </EmptyState>
      )}
      {all.length > 0 && shown.length === 0 && <EmptyState title="No devices match these filters." />}
      {shown.length > 0 && (
        <VirtualTable
          label="Devices"
          className="devices-table table-stacks"
          columns={deviceColumns}
          rows={shown}
          rowKey={({ deviceId }) => deviceId}
          rowHeight={narrow ? 56 : 32}
          sorting={{ sort: isWhole ? search.sort : undefined, onSort: (sort) => change({ sort }) }}
          foot={summaryOf(shown)}
        />
      )}
    </div>
  );
}

function summaryOf(devices: readonly DeviceResponse[]): string {
  const counts = new Map<DeviceStatus, number>();
  for (const { state } of devices) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${countText(count)} ${stateWords[state].label}`);
  return `${countText(devices.length)} ${devices.length === 1 ? "device" : "devices"}: ${parts.join(", ")}`;
}
