import type { Step } from "#shared/contracts/step/step.ts";
import type { AttemptUse, Use } from "../budget/attempt-use.ts";
import { isLayoutStagnant } from "../planning/stagnation.ts";
import type { TurnState } from "./read-turn.ts";
import { movingSteps, repetition, sinceFresh } from "./repetition.ts";
import { type TurnFinding, turnInstruction } from "./turn-instruction.ts";

/** So far back a model's verdict on a step is news: it comes while the step after it is chosen. */
const news = 2;

/**
 * What the agent is told of its own course beside its history (docs/spec.md R6): one instruction in words of our own, and what
 * others found, in theirs.
 */
export function turnFeedback(state: TurnState): { feedback?: string; checks?: readonly string[] } {
  const { job, history, catalogue, observation, tree } = state;
  const steps = sinceFresh(job, history);
  const loop = repetition(steps, catalogue, { treeHash: observation.treeHash, tree });
  const doubted = steps.slice(-news).filter(isDoubted);
  const feedback = turnInstruction([
    rejected(steps.at(-1)),
    loop === null ? null : { kind: "loop", instruction: loop.advice },
    failed(steps.at(-1)),
    doubted.length === 0
      ? null
      : {
          kind: "stepDoubted",
          instruction: "A check found that a step did not do what was meant: see <checks>.",
        },
    isLayoutStagnant(movingSteps(steps, catalogue))
      ? {
          kind: "layoutStagnant",
          instruction:
            "You have come back to this screen again and again: look for what you have not tried here.",
        }
      : null,
  ]);
  const checks = doubted.map(
    ({ stepNumber, verification }) =>
      `step ${stepNumber}: ${verification?.findings.at(-1)?.text ?? "failed"}`,
  );
  return { ...(feedback === null ? {} : { feedback }), ...(checks.length === 0 ? {} : { checks }) };
}

const near = 0.75;
const share = ({ used, left }: Use): number => used / Math.max(1, used + left);

/** Said from three quarters of the steps or tokens on, so that what was started is finished in time; undefined before. */
export function limitNear({ steps, tokens, outputTokens }: AttemptUse): string | undefined {
  const used =
    share(steps) >= near
      ? `${steps.used} of ${steps.used + steps.left} steps`
      : [tokens, outputTokens].some((use) => share(use) >= near) && "three quarters of the tokens";
  return used
    ? `You have used ${used}: do what is left of the task the shortest way, and FINISH in time. If it cannot all be done, FINISH with status infeasible and say what is missing.`
    : undefined;
}

/** By a model, and not for the better. */
const isDoubted = ({ verification }: Step): boolean =>
  verification?.by === "model" && verification.verdict === "failed";

function failed(step: Step | undefined): TurnFinding | null {
  const { verdict, by, instruction } = step?.verification ?? {};
  return verdict === "failed" && by === "rules" && instruction !== undefined
    ? { kind: "stepFailed", instruction }
    : null;
}

function rejected(step: Step | undefined): TurnFinding | null {
  if (step?.completionCheck?.accepted !== false) return null;
  const instruction = `You claimed in step ${step.stepNumber} that the task is done, and a check of the screen says that it is NOT done: keep working. The history says why.`;
  return { kind: "completionRejected", instruction };
}
