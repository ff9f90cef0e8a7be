import type { SemanticUITree } from "../contracts/protocol/semantic-ui-tree.ts";
import { elementName } from "./element-label.ts";
import { plainName } from "./find-app.ts";
import { locateElements } from "./locate-element.ts";
import { describeScreenDiff, screenDiff } from "./screen-diff.ts";
import { hasTellingWords, isInState, readState, type SaidState } from "./state-words.ts";

export interface StateCheck {
  /** `unsure`: it is not there as it was said, but something like it is, or it is not a name at all. */
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

/**
 * Whether a screen is as it was expected: an element of that name is on it, in the state that is said of it, or the app of that name in
 * front. What a name alone does not decide is `unsure`.
 */
export function checkState(
  tree: SemanticUITree,
  expected: string,
  confidenceThreshold: number = sure,
): StateCheck {
  if (isInFront(tree, expected)) return { verdict: "met", confidence: 1, differences: [] };
  const [best] = locateElements(tree, expected);
  const confidence = best?.confidence ?? 0;
  const isNamed = best !== undefined && confidence >= confidenceThreshold;
  if (isNamed && hasTellingWords(best.element, expected))
    return { verdict: "met", confidence, differences: [] };
  const said = readState(expected);
  if (said !== undefined) return checkSaid(tree, said, confidenceThreshold);
  if (isNamed)
    return { verdict: "unsure", confidence, differences: [`There is ${elementName(best.element)}.`] };
  const nearest = best === undefined ? "" : ` The nearest is ${elementName(best.element)}.`;
  const differences = [`There is no ${JSON.stringify(expected)} on the screen.${nearest}`.slice(0, 300)];
  const isUnsure = confidence >= like || expected.length > longestName;
  return { verdict: isUnsure ? "unsure" : "unmet", confidence, differences };
}

/** Of all that goes by the name, the first that has such a state decides. */
function checkSaid(tree: SemanticUITree, said: SaidState, confidenceThreshold: number): StateCheck {
  const named = locateElements(tree, said.name).filter(({ confidence }) => confidence >= confidenceThreshold);
  const known = named.find(({ element }) => isInState(element, said) !== null) ?? named[0];
  const name = JSON.stringify(said.name);
  if (known === undefined)
    return { verdict: "unmet", confidence: 0, differences: [`There is no ${name} on the screen.`] };
  const { element, confidence } = known;
  const holds = isInState(element, said);
  if (holds === true) return { verdict: "met", confidence, differences: [] };
  if (holds === null)
    return {
      verdict: "unsure",
      confidence,
      differences: [`${elementName(element)} does not show its state.`],
    };
  const difference = `${elementName(element)} is ${said.is ? "not " : ""}${said.flag === "checked" ? "on" : said.flag}.`;
  return { verdict: "unmet", confidence: 1 - confidence, differences: [difference] };
}

/** What two screens differ in, in words (docs/spec.md E3). */
export const differencesBetween = (expected: SemanticUITree, now: SemanticUITree): readonly string[] => {
  const diff = screenDiff(expected, now);
  return diff.changed ? [describeScreenDiff(diff)] : [];
};
