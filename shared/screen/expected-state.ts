import type { SemanticUITree } from "../contracts/protocol/semantic-ui-tree.ts";
import { elementName } from "./element-label.ts";
import { plainName } from "./find-app.ts";
import { locateElements } from "./locate-element.ts";
import { describeScreenDiff, screenDiff } from "./screen-diff.ts";

export interface StateCheck {
  /** `unsure`: it is not there as it was said, but something like it is, or it is no name at all. */
  readonly verdict: "met" | "unmet" | "unsure";
  /** 0 to 1. */
  readonly confidence: number;
  /** What is there, or is missing, one sentence each. */
  readonly differences: readonly string[];
}

/** Longer than names are: a sentence about a screen, which words alone cannot decide. */
const longestName = 60;
const sure = 0.8;
const like = 0.5;

/** The app in front by its label, its package or the package's last part. */
function isInFront({ app_name: label, app_package: app }: SemanticUITree, expected: string): boolean {
  const wanted = plainName(expected)
    .replace(/\b(?:the|app|application|is|in|front|open|screen)\b/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return wanted !== "" && [plainName(label), plainName(app), app.split(".").at(-1)].includes(wanted);
}

/** Whether a screen is as it was expected: an element of that name is on it, or the app of that name in front. */
export function checkState(
  tree: SemanticUITree,
  expected: string,
  confidenceThreshold: number = sure,
): StateCheck {
  if (isInFront(tree, expected)) return { verdict: "met", confidence: 1, differences: [] };
  const [best] = locateElements(tree, expected);
  const confidence = best?.confidence ?? 0;
  if (confidence >= confidenceThreshold) return { verdict: "met", confidence, differences: [] };
  const nearest = best === undefined ? "" : ` The nearest is ${elementName(best.element)}.`;
  const differences = [`There is no ${JSON.stringify(expected)} on the screen.${nearest}`.slice(0, 300)];
  const isUnsure = confidence >= like || expected.length > longestName;
  return { verdict: isUnsure ? "unsure" : "unmet", confidence, differences };
}

/** What two screens differ in, in words (docs/spec.md E3). */
export const differencesBetween = (expected: SemanticUITree, now: SemanticUITree): readonly string[] => {
  const diff = screenDiff(expected, now);
  return diff.changed ? [describeScreenDiff(diff)] : [];
};
