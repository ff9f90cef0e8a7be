import type { Plan, PlanTrigger, StepDetail } from "#shared/contracts/job/plan.ts";
import type { ProgressCheck } from "#shared/contracts/step/step-findings.ts";
import { out, plain } from "../terminal/terminal.ts";

const because: Readonly<Record<PlanTrigger, string>> = {
  firstTurn: "the job began",
  progressStall: "a check found no progress",
  stepFailures: "steps had failed",
  lastTurns: "few turns were left",
};

function became({ status, adoptedAtStep, failure, content }: Plan): string {
  if (status === "pending") return "not ready yet";
  if (content === undefined) return `failed: ${failure?.message ?? "unknown reason"}`;
  return adoptedAtStep === undefined ? "ready, not used" : `used from step ${adoptedAtStep} on`;
}

/** Such as ` (com.android.settings, 90 % sure)`. */
function detailWords({ app, confidence }: StepDetail = {}): string {
  const sure = confidence === undefined ? undefined : `${Math.round(confidence * 100)} % sure`;
  const words = [app, sure].filter((word) => word !== undefined).join(", ");
  return words === "" ? "" : ` (${words})`;
}

const indent = " ".repeat(13);

/** The plans that were asked for before a step. */
export function reportPlansAt(stepNumber: number, plans: readonly Plan[]): void {
  for (const plan of plans) if (plan.requestedAtStep === stepNumber) reportPlan(plan);
}

/** A plan for people: when and why it was asked for, what became of it, and which way it recommends. */
function reportPlan(plan: Plan): void {
  const { planNumber, kind, trigger, requestedAtStep, content, model } = plan;
  const name = kind === "lastResort" ? "last resort" : kind;
  const asked = `requested before step ${requestedAtStep} because ${because[trigger]}`;
  out(`${`plan ${planNumber}:`.padEnd(12)} ${plain(`${name}, ${asked}; ${became(plan)}`)}`);
  if (content === undefined) return;
  const { approaches, recommendedIndex, diagnosis, splitScreen } = content;
  if (diagnosis !== undefined) out(`${indent}diagnosis: ${plain(diagnosis)}`);
  for (const [index, { name: way, confidence, description, steps, stepDetails }] of approaches.entries()) {
    const mark = index === recommendedIndex ? "recommended: " : "else: ";
    out(`${indent}${mark}${plain(`${way} (${Math.round(confidence * 100)} % sure): ${description}`)}`);
    if (index === recommendedIndex)
      for (const [at, step] of steps.entries())
        out(`${indent}  ${at + 1}. ${plain(step + detailWords(stepDetails?.[at]))}`);
  }
  if (splitScreen !== undefined)
    out(
      `${indent}side by side: ${plain(`${splitScreen.firstApp} and ${splitScreen.secondApp}. ${splitScreen.reason}`)}`,
    );
  if (model !== undefined) out(`${indent}planned by ${plain(model)}`);
}

/** What a check found after a step. */
export function reportProgress({ progressing, reason }: ProgressCheck): void {
  const found = progressing === null ? "" : progressing ? "there is progress: " : "there is no progress: ";
  out(`${indent}progress check: ${plain(found + reason)}`);
}
