import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { JudgementSummary, Rejudgement } from "#shared/contracts/judging/judging.ts";
import type { ValidatorResult } from "#shared/contracts/judging/validator.ts";
import { checkSentence } from "#shared/rules/judging/check-sentence.ts";

type Line = (name: string, value: string) => void;
type Judged = Pick<JobResponse, "judgement" | Exclude<keyof JudgementSummary, "verdict" | "verdictReason">>;

const mostSideEffects = 10;

/** What the checks found, how far the job came, what contradicts its claim and what changed beside it. */
export function reportJudgement(job: Judged, line: Line, baseline?: JobResponse["baseline"]): void {
  for (const [index, result] of (job.judgement ?? []).entries()) {
    const before = baseline?.results[index]?.verdict;
    const already = before === "passed" ? " (passed before the agent started)" : "";
    const found =
      result.mismatch === undefined
        ? `${describeValidator(result.validator)}; found ${result.observed || "nothing"}${already}`
        : checkSentence(result.mismatch);
    line(`  ${result.verdict}`, found);
  }
  if (job.progress !== undefined)
    line("progress", `${Math.round(job.progress * 100)} % of the checks by weight`);
  if (job.falseComplete) line("beware", "the agent claims success, but the checks failed");
  if (job.falseInfeasible)
    line("beware", "the agent says that the task is not possible, but all checks passed");
  reportSideEffects(job, line);
}

/** A verdict that was given again later. */
export function describeAgain({ at, verdict, verdictReason, given }: Rejudgement): string {
  const by = given.length === 0 ? "by its own checks" : `by other ${given.join(" and ")}`;
  return `again:      ${at.slice(0, 19)} ${by}: ${verdict}${verdictReason ? `: ${verdictReason}` : ""}`;
}

function reportSideEffects(
  { judgement = [], sideEffects = [], sideEffectCount = 0, notCompared = [] }: Judged,
  line: Line,
): void {
  const shown = sideEffects.slice(0, mostSideEffects);
  // Without a check nothing says what of it was meant.
  const label = judgement.length === 0 ? "changed" : "changed too";
  for (const [index, { text }] of shown.entries()) line(index === 0 ? label : "", text);
  const more = sideEffectCount - shown.length;
  if (more > 0) line("", `and ${more} more (--json)`);
  for (const sentence of notCompared) line("unseen", sentence);
}

function describeValidator(validator: ValidatorResult["validator"]): string {
  const { kind, ...rest } = validator;
  const words = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${typeof value === "object" ? JSON.stringify(value) : value}`);
  return `${kind} ${words.join(", ")}`;
}
