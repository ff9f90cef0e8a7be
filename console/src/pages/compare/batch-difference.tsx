import type { BatchComparison, ComparedSide } from "#shared/contracts/batch/batch-comparison.ts";
import { sideAgentWords } from "#shared/rules/comparison/side-agent-words.ts";
import { useApi } from "../../api/use-api.ts";
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
  const { paired, fixed, broken, same, difference, test } = compared.data;
  return (
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
            <span title="95 %, Student's t over tasks">
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
  );
}

/** A variant's name need not say who it was. */
const agentsText = ({ agents }: ComparedSide): string =>
  agents.map(sideAgentWords).join(", ") || "nobody yet";

const points = (share: number): string =>
  `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(share * 100).toFixed(1)}`;
