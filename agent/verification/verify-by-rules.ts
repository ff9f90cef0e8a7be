import type { Verification } from "#shared/contracts/step/step-findings.ts";
import { stepInstruction } from "./instructions.ts";
import { type RuleName, ruleNames, verificationRules } from "./rules.ts";
import type { StepScene } from "./step-scene.ts";

/** That a screen changed at all does not say that it changed as it was meant to. */
const saysLittle: ReadonlySet<string> = new Set<RuleName>(["screenChanged"]);

/**
 * Whether a step did what was meant, as far as rules can tell. What is meant alone by the agent's own words, and not found
 * on the screen, is open; it is not when another rule saw the effect itself.
 */
export function verifyByRules(scene: StepScene): Verification {
  const findings = ruleNames.flatMap((rule) => {
    const finding = verificationRules[rule](scene);
    return finding === null ? [] : [{ rule, ...finding, text: finding.text.slice(0, 500).toWellFormed() }];
  });
  const said = (verdict: Verification["verdict"]) =>
    findings.filter((finding) => finding.verdict === verdict);
  const isOpen =
    said("unsure").some(({ rule }) => rule !== "expectedShown") ||
    (said("unsure").length > 0 && said("passed").every(({ rule }) => saysLittle.has(rule)));
  // By a person's hand a screen may miss what the agent's would have shown; what was not done was not done.
  const touched = findings.some(({ rule }) => rule === "personTouched");
  const failures = said("failed").filter(({ rule }) => !touched || rule === "actionsDone");
  const verdict = failures.length > 0 ? "failed" : isOpen ? "unsure" : "passed";
  const instruction = stepInstruction(failures);
  return { verdict, by: "rules", findings, ...(instruction === null ? {} : { instruction }) };
}
