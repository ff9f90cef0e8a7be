import type { OutsideAgent } from "#shared/contracts/job/agent.ts";
import type { SessionInstruction } from "#shared/contracts/session/session.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { outsideAgent } from "#shared/rules/agent-kind.ts";
import { modelFor } from "../../model-calls/model-for.ts";
import { closeTurn } from "../../outside/close-turn.ts";
import { openInstruction } from "../../outside/open-instruction.ts";
import { outsideTurn } from "../../outside/outside-turn.ts";
import { noAdvice } from "../../planning/advice.ts";
import { requireDevice } from "../../turn-state/lost-device-turn.ts";
import type { TurnOutcome } from "../../turn-state/turn-outcome.ts";
import { askModel } from "../ask-model.ts";
import type { AgentTurn, TurnRule } from "../turn-rule.ts";

export const instruction: TurnRule = async (turn) => {
  const { job } = turn.state;
  const outside = outsideAgent(job);
  if (outside === null) return null;
  requireDevice(job);
  const said = openInstruction(job, turn.input.stepNumber);
  return said === null ? null : instructedTurn(turn, said, outside);
};

/**
 * One turn of Drover's own agent with the instruction as its whole task. If it brings no action, the session's user gets the turn
 * again with the reason: a session does not end because a model fails.
 */
async function instructedTurn(
  turn: AgentTurn,
  said: SessionInstruction,
  outside: OutsideAgent,
): Promise<TurnOutcome> {
  const { input, state, runtime } = turn;
  const { tenantId, jobId } = input;
  const failure = async (why: string): Promise<TurnOutcome> => {
    const told = { ...said, failure: why.slice(0, 1_000) };
    await runtime.repositories.jobs.saveSession(tenantId, jobId, { instruction: told });
    return outsideTurn(turn, outside);
  };
  const doing = { ...state, job: { ...state.job, task: said.text }, history: [] };
  try {
    const agent = await modelFor("agent", state.job, runtime);
    const chosen = await askModel({ input, state: doing, agent, advice: noAdvice, runtime });
    if (chosen.kind === "step") await closeTurn(state.job, runtime);
    // The job may wait for the model, but nothing else may end it here.
    else if ("end" in chosen.answer) return await failure(chosen.answer.end.detail);
    return chosen;
  } catch (error) {
    if (!(error instanceof DroverError) || error.retryable) throw error;
    return failure(error.message);
  }
}
