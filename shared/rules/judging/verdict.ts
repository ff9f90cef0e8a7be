import type { AgentClaim } from "../../contracts/agent/agent-claim.ts";
import type { ValidatorResult } from "../../contracts/judging/validator.ts";

export type Verdict = "passed" | "failed" | "inconclusive" | "none";

type Judged = Pick<ValidatorResult, "verdict" | "validator">;

/** One failed check fails the job; a doubt is a doubt only when nothing failed. */
export function verdictOf(results: readonly Pick<ValidatorResult, "verdict">[]): Verdict {
  if (results.length === 0) return "none";
  if (results.some(({ verdict }) => verdict === "failed")) return "failed";
  return results.some(({ verdict }) => verdict === "inconclusive") ? "inconclusive" : "passed";
}

/**
 * Whether a job has nothing left to do before its agent starts. That a row is not in a database that is not there yet is no
 * such sign: the app may fill it when it is first opened.
 */
export const alreadySatisfied = (results: readonly Pick<ValidatorResult, "verdict" | "absent">[]): boolean =>
  verdictOf(results) === "passed" && results.every(({ absent }) => absent === undefined);

/** How much of the task is done: what passed of all checks by weight, 0 to 1. Undefined when none could be judged. */
export function progressOf(results: readonly Judged[]): number | undefined {
  if (results.every(({ verdict }) => verdict === "inconclusive")) return undefined;
  const weightOf = ({ validator }: Judged): number => validator.weight ?? 1;
  const all = results.reduce((sum, result) => sum + weightOf(result), 0);
  const passed = results
    .filter(({ verdict }) => verdict === "passed")
    .reduce((sum, result) => sum + weightOf(result), 0);
  return Math.round((passed / all) * 10_000) / 10_000;
}

/** Where the agent's claim and the device contradict each other; empty where either is silent. */
export function claimAgainst(
  claim: Pick<AgentClaim, "status"> | undefined,
  verdict: Verdict,
  results: readonly Judged[],
): { readonly falseComplete?: boolean; readonly falseInfeasible?: boolean } {
  if (claim === undefined || (verdict !== "passed" && verdict !== "failed")) return {};
  if (claim.status === "success") return { falseComplete: verdict === "failed" };
  // An infeasible task passes if the agent says that it is infeasible.
  const wasToSayIt = results.some(({ validator }) => validator.kind === "claim");
  return { falseInfeasible: verdict === "passed" && !wasToSayIt };
}
