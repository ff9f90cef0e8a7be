import type { Step } from "../contracts/step.ts";
import { displayText } from "../domain/display-text.ts";

const toldSteps = 12;

function resultOf({ outcome }: Step): string {
  if (outcome === undefined) return "unknown";
  const message = outcome.message === undefined ? "" : `: ${displayText(outcome.message, 300)}`;
  if (outcome.effect === "indeterminate") return `unknown, the connection was lost${message}`;
  return (
    (outcome.ok ? "done" : `failed${outcome.errorCode === undefined ? "" : ` (${outcome.errorCode})`}`) +
    message
  );
}

function describeStep(step: Step): string {
  const lines = [
    `Step ${step.stepNumber}: ${displayText(JSON.stringify(step.action), 500)}`,
    step.element && `  target: ${displayText(step.element, 300)}`,
    step.thinking && `  thinking: ${displayText(step.thinking, 400)}`,
    `  result: ${resultOf(step)}`,
    step.feedback && `  then: ${displayText(step.feedback, 600)}`,
  ];
  return lines.filter((line) => line).join("\n");
}

/** What was done so far, oldest first; element ids in it are those of the screen at that time. */
export function describeHistory(history: readonly Step[]): string {
  const told = history.slice(-toldSteps);
  // Callers may pass the newest steps only; the first one's number says how many came before.
  const left = (told[0]?.stepNumber ?? 1) - 1;
  const earlier = left > 0 ? [`(${left} earlier steps are not shown)`] : [];
  return [...earlier, ...told.map(describeStep)].join("\n");
}
