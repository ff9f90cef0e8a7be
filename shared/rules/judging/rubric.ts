import { RubricPart, type RubricScore, type RubricWeights } from "../../contracts/env/rubric.ts";
import type { JudgementSummary } from "../../contracts/judging/judging.ts";

type Judged = Pick<JudgementSummary, "progress" | "falseComplete" | "falseInfeasible" | "sideEffectCount"> & {
  readonly verdict?: JudgementSummary["verdict"] | undefined;
};

/** So many side effects are as bad as any more. */
const worstSideEffects = 5;

const scores: { readonly [Part in RubricPart]: (judged: Judged) => number } = {
  success: ({ verdict, falseInfeasible }) => Number(verdict === "passed" && falseInfeasible !== true),
  progress: ({ progress = 0 }) => progress,
  sideEffects: ({ sideEffectCount = 0 }) => Math.min(sideEffectCount, worstSideEffects) / worstSideEffects,
  falseClaim: ({ falseComplete, falseInfeasible }) =>
    Number(falseComplete === true || falseInfeasible === true),
};

/** Without the noise of binary fractions. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** What a judgement is worth, part by part; null: nobody knows, because it is in doubt. */
export function rubricOf(judged: Judged, weights: RubricWeights): readonly RubricScore[] | null {
  if (judged.verdict !== "passed" && judged.verdict !== "failed") return null;
  return RubricPart.options.map((part) => {
    const score = scores[part](judged);
    return { part, score, weight: weights[part], value: rounded(score * weights[part]) };
  });
}

export const rewardOf = (rubric: readonly RubricScore[]): number =>
  rounded(rubric.reduce((sum, { value }) => sum + value, 0));
