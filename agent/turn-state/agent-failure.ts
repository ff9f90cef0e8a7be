import type { Job } from "#shared/contracts/job/job.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { wasMoved } from "../budget/attempt-use.ts";
import { keepRefusal } from "../budget/keep-calls.ts";
import { reserveCall } from "../budget/reserve-call.ts";
import type { Services } from "../runtime/services.ts";
import { goToJudge } from "./loop-end.ts";
import type { TurnState } from "./read-turn.ts";

interface Failing {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly runtime: Services;
}

/** The end of a job whose agent did not do its part; what was wrong is kept where errors are. */
export async function agentFailed(
  error: DroverError,
  { input, state, runtime }: Failing,
): Promise<PredictActionOutput> {
  await keepRefusal(input, state.job, error, [], runtime);
  runtime.logger.info("the agent failed", { code: error.code });
  return goToJudge(error.code === "AgentSilent" ? "agentSilent" : "agentFailed", error.message);
}

/** What an agent's turns cost must be known. */
export const isMoneyBound = ({ limits, sharedBudget }: Job): boolean =>
  limits.maxCostUsd !== undefined || sharedBudget?.dimensions.includes("usd") === true;

/** What an agent spends itself is known only afterwards: the next turn is not opened once a limit is reached. */
export async function overSpent(job: Job, runtime: Services): Promise<PredictActionOutput | null> {
  const { limits, spentUsd, sharedBudget } = job;
  const { maxCostUsd } = limits;
  if (maxCostUsd !== undefined && spentUsd >= maxCostUsd)
    return goToJudge(
      "cost",
      `The agent spent $${spentUsd} of limits.maxCostUsd, $${maxCostUsd}.`,
      wasMoved(job) ? { blameless: true } : {},
    );
  if (sharedBudget === undefined) return null;
  try {
    await reserveCall(job, { tokens: 0, usd: 0 }, runtime);
    return null;
  } catch (error) {
    if (!(error instanceof DroverError) || error.code !== "BudgetExhausted") throw error;
    return goToJudge("budget", error.message);
  }
}
