import type { Observation } from "#shared/contracts/device/observation.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { PerformedStep } from "#shared/contracts/step/performed-step.ts";
import type { StepFinding } from "#shared/contracts/step/step-finding.ts";
import type { Verification } from "#shared/contracts/step/step-findings.ts";
import { interventionWords } from "#shared/rules/steps/intervention-words.ts";
import { describeScreenDiff, screenDiff } from "#shared/screen/screen-diff.ts";
import { defined } from "#shared/values/defined.ts";
import { verifyByRules } from "./verify-by-rules.ts";

interface ComparedStep {
  readonly step: PerformedStep & { readonly before: Observation };
  /** Null: they could not be read. */
  readonly trees: { readonly before: SemanticUITree | null; readonly after: SemanticUITree | null };
  readonly after: Observation;
  /** Rules are asked. */
  readonly isVerified: boolean;
}

/**
 * Says by rules whether a step did what was meant, and tells the next prompt whether and how the screen changed
 * (docs/spec.md A6, R9.3). No model is asked here: where the rules cannot tell, PredictAction asks one beside the agent.
 */
export function findStep({
  step,
  trees,
  after,
  isVerified,
}: ComparedStep): Omit<StepFinding, "verifiedAt" | "verifyMilliseconds"> {
  const changed = step.before.treeHash !== after.treeHash;
  const screens = {
    before: { observation: step.before, tree: trees.before },
    after: { observation: after, tree: changed ? trees.after : trees.before },
  };
  const verification = isVerified ? verifyByRules({ ...step, ...screens, changed }) : undefined;
  const touched = interventionWords(step.interventions);
  const feedback = [
    touched === "" ? "" : `${touched} `,
    warning(verification),
    changed ? describeChange(trees) : "The screen did not change.",
  ];
  return {
    screenChanged: changed,
    ...defined({ verification }),
    feedback: feedback.join("").slice(0, 2_000).toWellFormed(),
  };
}

/** What the next prompt says of a step that did not work (docs/spec.md R6); the host's own words stand there anyway. */
function warning(verification: Verification | undefined): string {
  if (verification?.verdict !== "failed") return "";
  const found = verification.findings.filter(
    ({ rule, verdict }) => verdict === "failed" && rule !== "actionsDone",
  );
  return found.length === 0 ? "" : `WARNING: step didn't work: ${found.map(({ text }) => text).join(" ")} `;
}

function describeChange({ before, after }: ComparedStep["trees"]): string {
  if (before === null || after === null)
    return "The screen changed; how cannot be told, because its elements could not be read.";
  const diff = screenDiff(before, after);
  // Equal elements, and yet another screen: what changed has none.
  return diff.changed ? describeScreenDiff(diff) : "The screen changed: what is drawn on it is different.";
}
