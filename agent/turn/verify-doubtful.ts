import type { Step } from "#shared/contracts/step/step.ts";
import type { Verification } from "#shared/contracts/step/step-findings.ts";
import { tokenUse } from "../budget/attempt-use.ts";
import { errorFields } from "../environment/runtime-logger.ts";
import { newPromptMarker } from "../prompt/prompt-marker.ts";
import { askAs } from "../role-questions/ask-as.ts";
import { verificationQuestion } from "../role-questions/verification-question.ts";
import type { SupervisedTurn } from "../turn-state/supervised-turn.ts";

/** The share of tokens and dollars that must remain for the agent. */
const leastLeft = 0.1;

/**
 * Asks the role `verifier` whether the previous step worked, if rules could not tell, and stores its verdict on
 * that step for the prompt after the next. It never affects the turn: a failure is only logged.
 */
export async function verifyDoubtful(turn: SupervisedTurn): Promise<void> {
  const { state, supervision, runtime } = turn;
  const last = state.history.at(-1);
  if (supervision.verification !== "model" || last === undefined || !isOpen(last)) return;
  // A hidden tree is sent to no model, and the rest of a budget is the agent's.
  if (state.job.perception.tree === "never" || isNearlySpent(turn)) return;
  try {
    const verification = await asked(turn, last);
    await runtime.repositories.steps.verifyFurther({ ...last, verification });
  } catch (error) {
    runtime.logger.warn("the verifier could not help", {
      stepNumber: last.stepNumber,
      ...errorFields(error),
    });
  }
}

/** Whether rules were unsure and two screens exist to compare. */
const isOpen = ({ verification, after }: Step): boolean =>
  verification?.verdict === "unsure" && verification.by === "rules" && after !== undefined;

function isNearlySpent({ state: { job } }: SupervisedTurn): boolean {
  const { maxTokens, maxCostUsd } = job.limits;
  const left = [tokenUse(job).tokens.left / maxTokens];
  if (maxCostUsd !== undefined) left.push(1 - job.spentUsd / maxCostUsd);
  return Math.min(...left) < leastLeft;
}

async function asked({ state, runtime }: SupervisedTurn, step: Step): Promise<Verification> {
  const { job, tree } = state;
  const before = await runtime.trees(step.before.treeKey);
  const marker = job.promptMarker ?? newPromptMarker();
  const question = verificationQuestion({ task: job.task, step, before, after: tree, marker });
  const { answer, model, usage } = await askAs(job, question, step, runtime);
  const findings = [
    ...(step.verification?.findings ?? []),
    { rule: "verifier", verdict: answer.verdict, text: answer.reason },
  ];
  return { verdict: answer.verdict, by: "model", findings, model, usage };
}
