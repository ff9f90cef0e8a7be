import type { Verification } from "#shared/contracts/step/step-findings.ts";
import type { StepScene } from "./step-scene.ts";

/** What one rule says of a step. */
export interface RuleFinding {
  readonly verdict: Verification["verdict"];
  /** In words for the agent and for people. */
  readonly text: string;
}

/** Null when the rule has nothing to say of the step. */
export type VerificationRule = (scene: StepScene) => RuleFinding | null;

export const passed = (text: string): RuleFinding => ({ verdict: "passed", text });
export const failed = (text: string): RuleFinding => ({ verdict: "failed", text });
export const unsure = (text: string): RuleFinding => ({ verdict: "unsure", text });

/** Of several actions in one step the worst finding counts. */
export function worst(findings: readonly (RuleFinding | null)[]): RuleFinding | null {
  const known = findings.filter((finding) => finding !== null);
  for (const verdict of ["failed", "unsure"] as const) {
    const found = known.find((finding) => finding.verdict === verdict);
    if (found !== undefined) return found;
  }
  return known.at(-1) ?? null;
}
