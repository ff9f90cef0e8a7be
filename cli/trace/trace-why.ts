import type { Job } from "#shared/contracts/job/job.ts";
import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { dataLines } from "#shared/rules/steps/data-lines.ts";
import { traceError } from "#shared/rules/steps/trace-error.ts";
import { plain } from "#shared/text/plain-text.ts";
import { wentWrong } from "./step-result.ts";
import { traceActions } from "./trace-actions.ts";

type Judged = Pick<
  Job,
  | "status"
  | "outcome"
  | "outcomeReason"
  | "verdict"
  | "verdictReason"
  | "judgement"
  | "claim"
  | "falseComplete"
  | "falseInfeasible"
  | "sideEffects"
>;

const lastSteps = 5;

/** Why a job ended as it did: its judgement, what contradicts its claim, its errors, and the steps that led there. */
export function traceWhy(
  job: Judged,
  steps: readonly Step[],
  errors: readonly ErrorSnapshot[],
): readonly string[] {
  const wrong = steps.filter(wentWrong).slice(-lastSteps);
  return [
    job.outcome === undefined ? `not ended: ${job.status}` : `outcome: ${job.outcome}`,
    ...dataLines(job.outcomeReason ?? "", "  "),
    ...checksOf(job),
    ...claimOf(job),
    ...section(
      "other changes:",
      (job.sideEffects ?? []).flatMap(({ text }) => dataLines(text, "  ")),
    ),
    ...section("errors:", errors.flatMap(traceError)),
    ...section("last failed steps:", traceActions(wrong)),
    ...section("the last steps:", traceActions(steps.slice(-lastSteps))),
  ];
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines];

function checksOf({ judgement = [], verdict, verdictReason }: Judged): readonly string[] {
  const checks = judgement.flatMap(({ verdict: found, validator, observed }) => [
    `  ${found}: ${validator.kind}`,
    ...dataLines(`wanted ${JSON.stringify(validator)}`, "    "),
    ...dataLines(`found ${observed === "" ? "nothing" : observed}`, "    "),
  ]);
  if (verdict === undefined) return checks;
  return [`verdict of its checks: ${verdict}`, ...dataLines(verdictReason ?? "", "  "), ...checks];
}

function claimOf({ claim, falseComplete, falseInfeasible }: Judged): readonly string[] {
  if (claim === undefined) return ["the agent made no claim"];
  return [
    `the agent says: ${plain(claim.status)}`,
    ...dataLines([claim.answer, claim.summary].filter((text) => text !== undefined).join("\n"), "  "),
    ...(falseComplete ? ["  but the checks failed"] : []),
    ...(falseInfeasible ? ["  but all checks passed"] : []),
  ];
}
