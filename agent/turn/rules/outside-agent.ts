import { outsideAgent, serviceOf } from "#shared/rules/agent-kind.ts";
import { outsideTurn } from "../../outside/outside-turn.ts";
import { serviceTurn } from "../../outside/service-turn.ts";
import type { TurnRule } from "../turn-rule.ts";

/** An outside agent chooses: it takes its turns through the API, or the farm calls its service. */
export const outsideAgentRule: TurnRule = async (turn) => {
  const { job } = turn.state;
  const outside = outsideAgent(job);
  if (outside !== null) {
    // Whoever takes the turn gets the result of the one before.
    await turn.state.finding?.store(turn.runtime);
    return outsideTurn(turn, outside);
  }
  const service = serviceOf(job);
  return service === null ? null : serviceTurn(turn, service);
};
