import type { Step } from "#shared/contracts/step/step.ts";

/** How a step ended, in a word or two. */
export function stepResult({ actions, outcome, screenChanged, verification }: Step): string {
  // No device has a part in a claim, a question or a call of a tool.
  if (outcome === undefined)
    return actions.some(({ deviceAction }) => deviceAction !== undefined) ? "not done" : "said";
  if (outcome.effect === "indeterminate") return "in doubt";
  if (!outcome.ok) return "failed";
  if (verification?.verdict === "failed") return "no use";
  return screenChanged === false ? "no change" : "ok";
}

/** Whether somebody who asks what went wrong should look at it. */
export const wentWrong = (step: Step): boolean => !["ok", "no change", "said"].includes(stepResult(step));
