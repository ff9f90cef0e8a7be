import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { RecoveryOption } from "#shared/contracts/recovery/recovery-messages.ts";
import type { ActionOutcome } from "#shared/contracts/step/step.ts";
import { blocks, obstructionOn } from "#shared/rules/steps/obstruction.ts";
import { checkState } from "#shared/screen/expected-state.ts";
import { describeScreenDiff, screenDiff } from "#shared/screen/screen-diff.ts";

export interface Tried {
  readonly option: RecoveryOption;
  /** Null: the step asks nothing of the device but to look. */
  readonly outcome: ActionOutcome | null;
  readonly before: SemanticUITree | null;
  readonly after: SemanticUITree | null;
  /** By the hashes of the screens, which are known even when a tree was lost. */
  readonly changed: boolean;
  readonly confidenceThreshold: number;
}

export interface TryJudgement {
  /**
   * `waiting`: not yet, and another look may show it; `doubt`: rules cannot tell.
   */
  readonly verdict: "success" | "failure" | "waiting" | "doubt";
  /** For people and for the planner. */
  readonly details: string;
}

const idle = new Set<RecoveryOption["action"]>(["wait", "look"]);

/** Whether a try of a step did what it was for, by rules alone (docs/spec.md E2). */
export function judgeTry(tried: Tried): TryJudgement {
  const { option, outcome, before, after, changed } = tried;
  if (outcome !== null && !outcome.ok) {
    const said = outcome.message ?? outcome.errorCode ?? "The device did not do it.";
    return { verdict: outcome.effect === "indeterminate" ? "doubt" : "failure", details: said };
  }
  const { expected = "" } = option.parameters;
  if (expected !== "") return judgeExpected(tried, expected);
  if (idle.has(option.action)) return { verdict: "success", details: "It was waited and looked." };
  if (!changed) return { verdict: "waiting", details: "The screen did not change." };
  const inTheWay = after === null ? null : obstructionOn(after);
  const wasInTheWay = before !== null && blocks(obstructionOn(before));
  if (blocks(inTheWay) && !wasInTheWay)
    return { verdict: "doubt", details: `Something came up: ${inTheWay.says}` };
  return { verdict: "success", details: changeIn(before, after) };
}

function judgeExpected(
  { option, after, before, changed, confidenceThreshold }: Tried,
  expected: string,
): TryJudgement {
  if (after === null) return { verdict: "doubt", details: "The elements of the screen could not be read." };
  const { verdict, differences } = checkState(after, expected, confidenceThreshold);
  if (verdict === "met")
    return {
      verdict: "success",
      details: `${JSON.stringify(expected)} is there. ${changeIn(before, after)}`,
    };
  const details = differences.join(" ");
  if (verdict === "unsure" && changed) return { verdict: "doubt", details };
  return { verdict: changed || idle.has(option.action) ? "waiting" : "failure", details };
}

const changeIn = (before: SemanticUITree | null, after: SemanticUITree | null): string =>
  before === null || after === null ? "The screen changed." : describeScreenDiff(screenDiff(before, after));
