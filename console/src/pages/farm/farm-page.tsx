import "./farm-page.css";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Sorting, withSort } from "../../parts/sorting.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { ModelsView } from "./models-view.tsx";
import { PolicyView } from "./policy-view.tsx";
import { PoolsView } from "./pools-view.tsx";
import { SecretsView } from "./secrets-view.tsx";

const route = getRouteApi("/farm");

type View = "pools" | "models" | "policy" | "secrets";
const views: {
  readonly [Name in View]: { readonly label: string; readonly show: (s: Sorting) => ReactNode };
} = {
  pools: { label: "Pools and quotas", show: (sorting) => <PoolsView {...sorting} /> },
  models: { label: "Models and prices", show: (sorting) => <ModelsView {...sorting} /> },
  policy: { label: "Policy", show: () => <PolicyView /> },
  secrets: { label: "Secrets", show: (sorting) => <SecretsView {...sorting} /> },
};
const names = Object.keys(views) as readonly View[];

/** What holds for the whole farm: where jobs run, who answers them and at what price, what they may do, what they may type. */
export function FarmPage() {
  const { view, sort } = route.useSearch();
  const navigate = useNavigate({ from: "/farm" });
  const shown = names.find((name) => name === view) ?? "pools";
  const onSort = (by: string | undefined): void =>
    void navigate({ search: (before) => withSort(before, by), replace: true });
  return (
    <div className="page-full farm-page">
      <h1 className="unseen">{views[shown].label}</h1>
      <Tabs
        label="Views of the farm"
        tabs={names.map((name) => ({ name, label: views[name].label }))}
        selected={shown}
        onSelect={(name) => void navigate({ search: { view: name } })}
      >
        <div className="page farm-view">{views[shown].show({ sort, onSort })}</div>
      </Tabs>
    </div>
  );
}
