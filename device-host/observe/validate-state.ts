import type { ExpectedState, StateFinding, StateResult } from "#shared/contracts/device/device-tools.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { elementLabel, elementName } from "#shared/screen/element-label.ts";
import { checkState, differencesBetween } from "#shared/screen/expected-state.ts";
import { plainName } from "#shared/screen/find-app.ts";
import { locateOnScreen } from "./locate-on-screen.ts";

export interface ValidatedState {
  readonly result: StateResult;
  /** That of the least sure finding. */
  readonly confidence: number;
  readonly findings: readonly StateFinding[];
}

/** What of an expected state holds on a screen, and what is otherwise (docs/spec.md E3). */
export function validateState(tree: SemanticUITree, expected: ExpectedState): ValidatedState {
  const findings = [
    ...inFront(tree, expected),
    ...expected.texts.map((text) => textFinding(tree, text)),
    ...expected.absent.map((text) => absentFinding(tree, text)),
    ...expected.toggles.map(({ name, on }) => toggleFinding(tree, name, on, expected.minConfidence)),
    ...expected.elements.map((element) => elementFinding(tree, element, expected.minConfidence)),
    ...inWords(tree, expected),
    ...likeEarlier(tree, expected),
  ];
  const results = findings.map(({ result }) => result);
  const result = results.includes("unmet") ? "unmet" : results.includes("unsure") ? "unsure" : "met";
  return { result, confidence: Math.min(1, ...findings.map(({ confidence }) => confidence)), findings };
}

const longestDifference = 2_000;

const finding = (what: string, holds: boolean, difference: string): StateFinding => ({
  what,
  result: holds ? "met" : "unmet",
  confidence: 1,
  ...(holds ? {} : { difference: difference.slice(0, longestDifference) }),
});

const quoted = (text: string): string => JSON.stringify(text);

const inFront = (
  tree: SemanticUITree,
  { package: app, activity }: ExpectedState,
): readonly StateFinding[] => [
  ...(app === undefined
    ? []
    : [
        finding(
          `app ${app}`,
          tree.app_package === app,
          `The app in front is ${tree.app_package || "unknown"}.`,
        ),
      ]),
  ...(activity === undefined
    ? []
    : [
        finding(
          `activity ${activity}`,
          tree.activity === activity || tree.activity.endsWith(`.${activity.replace(/^\./, "")}`),
          `The activity in front is ${tree.activity || "unknown"}.`,
        ),
      ]),
];

const says = (
  { text, content_description: description, hint_text: hint }: UIElement,
  wanted: string,
): boolean => [text, description, hint].some((own) => plainName(own).includes(wanted));

const withText = (tree: SemanticUITree, text: string): readonly UIElement[] => {
  const wanted = plainName(text);
  return tree.elements.filter((element) =>
    wanted === "" ? elementLabel(element).includes(text) : says(element, wanted),
  );
};

const textFinding = (tree: SemanticUITree, text: string): StateFinding =>
  finding(`text ${quoted(text)}`, withText(tree, text).length > 0, `No element says ${quoted(text)}.`);

function absentFinding(tree: SemanticUITree, text: string): StateFinding {
  const [found] = withText(tree, text);
  return finding(
    `no text ${quoted(text)}`,
    found === undefined,
    `${found === undefined ? "" : elementName(found)} says ${quoted(text)}.`,
  );
}

function toggleFinding(tree: SemanticUITree, name: string, on: boolean, least: number): StateFinding {
  const what = `${quoted(name)} is ${on ? "on" : "off"}`;
  const request = { description: name, criteria: {}, minConfidence: least };
  const found = locateOnScreen(tree, request).find(({ element }) => element.checkable);
  if (found === undefined) {
    const difference = `Nothing called ${quoted(name)} can be on or off here.`;
    return { what, result: "unmet", confidence: 1, difference };
  }
  const { element, confidence } = found;
  const told = finding(
    what,
    element.checked === on,
    `${elementName(element)} is ${element.checked ? "on" : "off"}.`,
  );
  return { ...told, confidence };
}

function elementFinding(
  tree: SemanticUITree,
  { description, criteria }: ExpectedState["elements"][number],
  least: number,
): StateFinding {
  const what = `element ${quoted(description)}`;
  const [best] = locateOnScreen(tree, { description, criteria, minConfidence: 0 });
  if (best === undefined) {
    return {
      what,
      result: "unmet",
      confidence: 1,
      difference: `Nothing here is called ${quoted(description)}.`,
    };
  }
  const { element, confidence } = best;
  if (confidence >= least) return { what, result: "met", confidence };
  const difference = `The nearest to ${quoted(description)} is ${elementName(element)}.`;
  return { what, result: "unsure", confidence, difference };
}

function inWords(
  tree: SemanticUITree,
  { description, minConfidence }: ExpectedState,
): readonly StateFinding[] {
  if (description === undefined) return [];
  const { verdict, confidence, differences } = checkState(tree, description, minConfidence);
  const difference = differences.join(" ").slice(0, longestDifference);
  // How like it the nearest thing is says how sure one is that it is not there.
  const sureness = verdict === "unmet" ? 1 - confidence : confidence;
  const found = { what: description, result: verdict, confidence: sureness };
  return [difference === "" ? found : { ...found, difference }];
}

function likeEarlier(tree: SemanticUITree, { tree: earlier }: ExpectedState): readonly StateFinding[] {
  if (earlier === undefined) return [];
  const differences = differencesBetween(earlier, tree);
  const told = differences.join(" ");
  return [finding("the screen that was given", differences.length === 0, told)];
}
