import "./compare-page.css";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useMemo, useState } from "react";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { CompareJobs } from "./compare-jobs.tsx";
import { type ChangeCompare, compareRoute } from "./compare-search.ts";
import { idsIn, mostCompared, placesIn } from "./compared.ts";
import { NamedBatches } from "./named-batches.tsx";

/** Jobs beside each other by their screens, or batches by their tasks. */
export function ComparePage() {
  const search = compareRoute.useSearch();
  const navigate = useNavigate({ from: "/compare" });
  const change: ChangeCompare = (changed) =>
    void navigate({ search: (before) => ({ ...before, ...changed }) });
  const batches = placesIn(search.batches);
  const jobs = useMemo(() => idsIn(search.jobs), [search.jobs]);
  if (batches.length > 0) return <NamedBatches places={batches} search={search} change={change} />;
  if (jobs.length > 0) return <CompareJobs ids={jobs} change={change} />;
  return <NothingChosen change={change} />;
}

function NothingChosen({ change }: { readonly change: ChangeCompare }) {
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change({ jobs: idsIn(typed.toUpperCase().replaceAll(/[\s,]+/g, ",")).join(",") });
  };
  return (
    <div className="page">
      <h1>Compare</h1>
      <EmptyState title="Nothing to compare yet." command="drover batch compare nightly-1 nightly-2">
        Choose jobs in the list of jobs or batches in the list of batches, up to {mostCompared} of them, or
        give the ids of jobs.
      </EmptyState>
      <form className="compare-form" onSubmit={submit}>
        <label>
          Ids of jobs
          <input value={typed} spellCheck={false} onChange={({ target }) => setTyped(target.value)} />
        </label>
        <button type="submit" className="primary" disabled={typed.trim() === ""}>
          Compare
        </button>
      </form>
    </div>
  );
}
