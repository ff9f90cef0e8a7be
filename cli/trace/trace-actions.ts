import { stepWords } from "#shared/actions/action-words.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { dataLines } from "#shared/rules/steps/data-lines.ts";
import { stepResult } from "./step-result.ts";

/** What a job did, a line for each step. */
export const traceActions = (steps: readonly Step[]): readonly string[] =>
  steps.map((step) => {
    const head = `${String(step.stepNumber).padStart(3)}  ${stepResult(step).padEnd(9)}`;
    return `${head} ${dataLines(stepWords(step, true)).join(" ")}`;
  });
