import { supervisionOf } from "#shared/rules/supervision-of.ts";
import { modelFor } from "../../model-calls/model-for.ts";
import { askModel } from "../ask-model.ts";
import { choosePlan } from "../choose-plan.ts";
import type { TurnRule } from "../turn-rule.ts";
import { verifyDoubtful } from "../verify-doubtful.ts";

/**
 * Asks the agent with the planner's advice, unless the planner or a progress check comes first. In parallel it asks the
 * verifier about the previous step, which nothing else waits for (docs/spec.md R9.3).
 */
export const modelRule: TurnRule = async (turn) => {
  const { job } = turn.state;
  const agent = await modelFor("agent", job, turn.runtime);
  const supervised = { ...turn, agent, supervision: supervisionOf(job, agent.settings.dialect) };
  const plan = await choosePlan(supervised);
  if (plan.kind === "answer") return plan;
  const [asked] = await Promise.all([
    askModel({ ...supervised, advice: plan.advice }),
    verifyDoubtful(supervised),
  ]);
  return asked;
};
