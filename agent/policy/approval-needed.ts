import type { ActionKind, ApprovalCategory, ApprovalRules } from "#shared/contracts/job/policy.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { StepAction } from "#shared/contracts/step/step.ts";
import { elementsAt } from "#shared/rules/policy/aimed-elements.ts";
import { kindsOfPackage, kindsOfScheme } from "#shared/rules/policy/kinds-of.ts";
import { pressesTarget } from "#shared/rules/policy/kinds-of-element.ts";
import { isNamed, type PolicedAction, possibleAnywhere } from "#shared/rules/policy/policy-refusal.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { describeSelector, elementMeant } from "../targets/selector.ts";
import { consequencesOf, consequencesOfId } from "./consequence-words.ts";

/** An action that is about to be done, and where. */
export interface ProposedAction {
  readonly policed: PolicedAction;
  readonly chosen: Pick<StepAction, "action" | "deviceAction">;
  readonly tree: SemanticUITree | null;
  /** The app in front. */
  readonly package: string;
}

/** Why a person must say yes before it is done, one reason each; none: it may be done. Pure. */
export function approvalNeeded(proposed: ProposedAction, rules: ApprovalRules): readonly string[] {
  const { policed } = proposed;
  if (policed.kind === "none" || policed.kind === "talk") return [];
  const aimed = touchedBy(proposed);
  const kinds = kindsOf(proposed);
  const packages = packagesOf(proposed);
  const categories = categoriesOf(proposed, aimed);
  return [
    ...rules.categories.filter((category) => categories.has(category)),
    ...rules.kinds.filter((kind) => kinds.includes(kind)).map((kind) => `actions of the kind '${kind}'`),
    ...packages.filter((name) => isNamed(rules.packages, name)).map((name) => `anything in ${name}`),
    ...rules.selectors
      .filter((selector) =>
        aimed.some((element) => elementMeant(selector, { elements: [element] }).kind === "found"),
      )
      .map((selector) => describeSelector(selector).slice(0, 150).toWellFormed()),
  ];
}

const acts = ({ policed }: ProposedAction): boolean => !possibleAnywhere.includes(policed.kind);

/** As actions.allow and actions.deny count them: a tap in the phone's app is of the kinds `touch` and `call`. */
function kindsOf(proposed: ProposedAction): readonly ActionKind[] {
  const { policed } = proposed;
  const scheme = policed.url?.split(":", 1)[0]?.toLowerCase();
  return [
    policed.kind,
    ...(acts(proposed) ? kindsOfPackage(proposed.package) : []),
    ...(policed.package === undefined ? [] : kindsOfPackage(policed.package)),
    ...(scheme === undefined ? [] : kindsOfScheme(scheme)),
  ];
}

const packagesOf = (proposed: ProposedAction): readonly string[] => [
  ...new Set([
    ...(acts(proposed) ? [proposed.package] : []),
    ...(proposed.policed.package === undefined ? [] : [proposed.policed.package]),
  ]),
];

/** What the action is done on: the element that was named, and what lies at its point. */
const touchedBy = ({ chosen, tree }: ProposedAction): readonly UIElement[] =>
  tree === null
    ? []
    : elementsAt(chosen.action.element, [chosen.deviceAction?.coordinate ?? chosen.action.coordinate], tree);

function categoriesOf(
  { policed, chosen, ...proposed }: ProposedAction,
  aimed: readonly UIElement[],
): ReadonlySet<ApprovalCategory> {
  const pressed = pressesTarget(policed) ? aimed.filter(({ type }) => type !== "textfield") : [];
  // Enter in a messenger sends, wherever the cursor is.
  const enters =
    policed.presses === "enter" || chosen.action.submit === true || chosen.action.key === "enter";
  const sends = enters && kindsOfPackage(proposed.package).includes("sms");
  return new Set([
    ...pressed.flatMap((element) => [
      ...consequencesOf(elementLabel(element)),
      ...consequencesOf(element.content_description),
      ...consequencesOfId(element.resource_id),
    ]),
    ...(sends ? (["sending"] as const) : []),
  ]);
}
