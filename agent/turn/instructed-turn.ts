import type { OutsideAgent } from "#shared/contracts/agent/agent.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/job/step.ts";
import type { SessionInstruction } from "#shared/contracts/session/session.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { modelFor } from "../model-calls/model-for.ts";
import { closeTurn, outsideTurn } from "../outside/outside-turn.ts";
import { noAdvice } from "../planning/advice.ts";
import type { Runtime } from "../runtime/services.ts";
import type { TurnState } from "../turn-state/read-turn.ts";
import { askModel } from "./ask-model.ts";

/** What a session's user said in words for this turn, and nothing came of yet; null: the turn is taken as usual. */
export function openInstruction(
  { instruction }: Pick<Job, "instruction">,
  stepNumber: number,
): SessionInstruction | null {
  if (instruction === undefined || instruction.stepNumber !== stepNumber) return null;
  return instruction.failure === undefined ? instruction : null;
}

interface Turn {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly runtime: Runtime<"predict-action">;
}

/**
 * One turn of Drover's own agent, with the words as its whole task. When no action comes of them, the session's user has the turn
 * again and is told why: a session does not end with a model that was at a loss.
 */
export async function instructedTurn(
  turn: Turn,
  instruction: SessionInstruction,
  outside: OutsideAgent,
): Promise<Step | PredictActionOutput> {
  const { input, state, runtime } = turn;
  const { tenantId, jobId } = input;
  const failure = async (said: string): Promise<Step | PredictActionOutput> => {
    const told = { ...instruction, failure: said.slice(0, 1_000) };
    await runtime.repositories.jobs.saveSession(tenantId, jobId, { instruction: told });
    return outsideTurn(turn, outside);
  };
  const doing = { ...state, job: { ...state.job, task: instruction.text }, history: [] };
  try {
    const agent = await modelFor("agent", state.job, runtime);
    const chosen = await askModel({ input, state: doing, agent, advice: noAdvice, runtime });
    if (!("route" in chosen)) {
      await closeTurn(state.job, runtime);
      return chosen;
    }
    // Waiting for the model is for the job to do; whatever would end it is not.
    return "end" in chosen ? await failure(chosen.end.detail) : chosen;
  } catch (error) {
    if (!(error instanceof DroverError) || error.retryable) throw error;
    return failure(error.message);
  }
}
