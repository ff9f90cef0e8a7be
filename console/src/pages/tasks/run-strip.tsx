import "./run-strip.css";
import { Link } from "@tanstack/react-router";
import type { TaskRun } from "#shared/contracts/batch/task-runs.ts";
import { mostlySucceeded } from "#shared/rules/statistics/flip-figures.ts";
import { utcText } from "../../parts/format.ts";

type State = "passed" | "failed" | "mixed" | "none";

/** A word of each, for ears and on hover: colour and shape say it to eyes. */
const words: { readonly [Is in State]: string } = {
  passed: "passed",
  failed: "failed",
  mixed: "mixed results",
  none: "no conclusive run",
};

const stateOf = (run: TaskRun): State =>
  run.runs === 0 ? "none" : run.mixed ? "mixed" : mostlySucceeded(run) ? "passed" : "failed";

/** A task's last runs, the oldest first: each leads to its job. */
export function RunStrip({ runs }: { readonly runs: readonly TaskRun[] }) {
  return (
    <ol className="run-strip">
      {runs.map((run) => {
        const state = stateOf(run);
        const label = `${run.batchName}, ${run.variant}: ${words[state]}, ${run.successes} of ${run.runs}, ${utcText(run.at)}`;
        return (
          <li key={`${run.batchId} ${run.variant}`}>
            <Link
              to="/jobs/$jobId"
              params={{ jobId: run.jobId }}
              className={`run-cell run-cell-${state}`}
              title={label}
              aria-label={label}
            />
          </li>
        );
      })}
    </ol>
  );
}
