import { Link } from "@tanstack/react-router";
import type { BatchComparison, ComparedSide } from "#shared/contracts/batch/batch-comparison.ts";
import { sideAgentWords } from "#shared/rules/comparison/side-agent-words.ts";
import { useApi } from "../../api/use-api.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import type { MatrixColumn } from "./use-matrix-columns.ts";

interface BatchDifferenceProps {
  readonly before: MatrixColumn;
  readonly after: MatrixColumn;
}

const tests: { readonly [Method in BatchComparison["test"]["method"]]: string } = {
  mcnemar: "McNemar's exact test",
  signFlip: "sign-flip test",
  signFlipSampled: "sign-flip test, 20,000 drawn signs",
};

/** Whether the difference is more than chance, in a sentence. */
export function BatchDifference({ before, after }: BatchDifferenceProps) {
  const query = { a: before.batchId, b: after.batchId, variantA: before.variant, variantB: after.variant };
  const compared = useApi("compareBatches", { query }, { keepPrevious: true });
  if (compared.isError) return <Failure error={compared.error} retry={compared.refetch} />;
  if (compared.data === undefined) return null;
  const { paired, fixed, broken, same, difference, test, tasks } = compared.data;
  return (
    <>
      <p className="compare-said" role="status">
        <span>
          <strong>{after.name}</strong> {after.variant} ({agentsText(compared.data.after)}) against{" "}
          <strong>{before.name}</strong> {before.variant} ({agentsText(compared.data.before)}):
        </span>
        <span>
          {paired} tasks on both sides, {fixed} fixed, {broken} broken, {same} same
        </span>
        {difference.mean !== null && (
          <span>
            <strong>{points(difference.mean)}</strong> points a task
            {difference.low !== null && difference.high !== null && (
              <span title="95 % interval, Student's t over tasks">
                {" "}
                [{points(difference.low)}, {points(difference.high)}]
              </span>
            )}
          </span>
        )}
        {test.pValue !== null && (
          <span className="quiet" title={tests[test.method]}>
            p {test.pValue < 0.001 ? "< 0.001" : `= ${test.pValue.toFixed(3)}`}
          </span>
        )}
      </p>
      <Worse tasks={tasks} />
    </>
  );
}

const mostShown = 10;

/** Which tasks got worse, and by which check or for which other reason their runs failed. */
function Worse({ tasks }: Pick<BatchComparison, "tasks">) {
  const worse = tasks
    .filter(({ difference }) => difference < 0)
    .sort((one, other) => one.difference - other.difference);
  if (worse.length === 0) return null;
  return (
    <ul className="compare-worse" aria-label="What broke">
      {worse.slice(0, mostShown).map(({ taskId, before, after, failures = [] }) => (
        <li key={taskId}>
          <strong>{taskId}</strong>{" "}
          <span className="quiet number">
            {before.successes}/{before.runs} → {after.successes}/{after.runs}
          </span>
          {failures.map(({ reason, count, jobId }) => (
            <span key={jobId}>
              {count > 1 && <span className="number">{count} × </span>}
              <Link to="/jobs/$jobId" params={{ jobId }}>
                <ScreenText limit={300}>{reason}</ScreenText>
              </Link>
            </span>
          ))}
        </li>
      ))}
      {worse.length > mostShown && <li className="quiet">and {worse.length - mostShown} more</li>}
    </ul>
  );
}

/** A variant's name need not say who it was. */
const agentsText = ({ agents }: ComparedSide): string =>
  agents.map(sideAgentWords).join(", ") || "no agent yet";

const points = (share: number): string =>
  `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(share * 100).toFixed(1)}`;
