import "./errors-page.css";
import { useNavigate } from "@tanstack/react-router";
import type { ErrorGroups } from "#shared/contracts/api/error-groups.ts";
import { useApi } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { FilterBar, type FilterField } from "../../parts/filter-bar.tsx";
import { countText } from "../../parts/format.ts";
import { sortRows } from "../../parts/sorting.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { ErrorCard } from "./error-card.tsx";
import { ErrorGroupView } from "./error-group-view.tsx";
import { type ChangeErrors, type ErrorsSearch, errorsRoute } from "./errors-search.ts";
import { FacetList, type FacetName } from "./facet-list.tsx";

const everyMilliseconds = 15_000;

/** Screens at which jobs failed, alike with alike, the newest first. */
export function ErrorsPage() {
  const search = errorsRoute.useSearch();
  const navigate = useNavigate({ from: "/errors" });
  const { code, app, deviceId, hostId, from, to } = search;
  const asked = { query: { code, app, deviceId, hostId, from: isoOf(from), to: isoOf(to) } };
  const groups = useApi("listErrorGroups", asked, { everyMilliseconds, keepPrevious: true });
  const change: ChangeErrors = (changed) =>
    void navigate({ search: (before) => ({ ...before, ...changed }) });
  const { data } = groups;
  if (search.group !== undefined) {
    const group = data?.items.find(({ groupId }) => groupId === search.group);
    return <ErrorGroupView groupId={search.group} group={group} search={search} change={change} />;
  }
  return (
    <div className="page-full">
      <div className="page-head">
        <h1>Errors</h1>
        <CopyRequest name="listErrorGroups" asked={asked} />
      </div>
      <FilterBar fields={fieldsFor(data)} values={search} onChange={change}>
        {data !== undefined && (
          <span className="quiet" role="status">
            {countText(data.errors)} errors in {countText(data.items.length)} groups
            {data.truncated && ", only the newest"}
          </span>
        )}
      </FilterBar>
      {groups.isError && <Failure error={groups.error} retry={groups.refetch} />}
      {data !== undefined && <Gallery groups={data} search={search} change={change} />}
    </div>
  );
}

interface GalleryProps {
  readonly groups: ErrorGroups;
  readonly search: ErrorsSearch;
  readonly change: ChangeErrors;
}

const facets: readonly {
  readonly name: FacetName;
  readonly title: string;
  readonly of: keyof ErrorGroups["facets"];
}[] = [
  { name: "hostId", title: "Hosts", of: "hosts" },
  { name: "deviceId", title: "Devices", of: "devices" },
  { name: "app", title: "Apps", of: "apps" },
  { name: "code", title: "Codes", of: "codes" },
];

const byCount = { sort: { by: "count", value: ({ count }: ErrorGroups["items"][number]) => count } };

function Gallery({ groups, search, change }: GalleryProps) {
  if (groups.items.length === 0) {
    const filtered = facets.some(({ name }) => search[name] !== undefined) || search.from || search.to;
    return filtered ? (
      <EmptyState title="No errors match these filters." />
    ) : (
      <EmptyState title="No errors." command="drover errors">
        This page collects the screens of failed steps and failed checks.
      </EmptyState>
    );
  }
  return (
    <div className="errors-layout">
      <aside aria-label="Errors by place">
        {facets.map(({ name, title, of }) => (
          <FacetList
            key={name}
            title={title}
            values={groups.facets[of]}
            total={groups.errors}
            chosen={search[name]}
            onChoose={(value) => change({ [name]: value })}
          />
        ))}
      </aside>
      <ul className="error-wall">
        {sortRows(groups.items, [byCount], search.sort).map((group) => (
          <ErrorCard key={group.groupId} group={group} all={groups.facets} />
        ))}
      </ul>
    </div>
  );
}

/** What a field of local time says, as the API takes it. */
function isoOf(local: string | undefined): string | undefined {
  const time = local === undefined ? Number.NaN : Date.parse(local);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function fieldsFor(groups: ErrorGroups | undefined): readonly FilterField[] {
  const options = (of: keyof ErrorGroups["facets"]) =>
    (groups?.facets[of] ?? []).map(({ id, count }) => ({ value: id, label: `${id} (${count})` }));
  return [
    { name: "code", label: "Error", first: true, options: options("codes") },
    { name: "sort", label: "Sort", first: true, options: [{ value: "-count", label: "most errors first" }] },
    { name: "hostId", label: "Host", options: options("hosts") },
    { name: "deviceId", label: "Device", options: options("devices") },
    { name: "app", label: "App", options: options("apps") },
    { name: "from", label: "From", type: "datetime-local" },
    { name: "to", label: "To", type: "datetime-local" },
  ];
}
