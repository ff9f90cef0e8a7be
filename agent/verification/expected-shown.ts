import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { elementLabel, elementName } from "#shared/screen/element-label.ts";
import { failed, passed, unsure, type VerificationRule } from "./verification-rule.ts";

/** Words that say how something is shown, not what. */
const fillers = new Set(
  "a an the is are be will should now screen page app shows show shown showing see visible appears appear appeared displayed display open opens opened of with in at to for and that it its list button switch toggle checkbox field dialog row item turned set state text".split(
    " ",
  ),
);
const states: Readonly<Record<string, boolean>> = {
  on: true,
  enabled: true,
  checked: true,
  off: false,
  disabled: false,
  unchecked: false,
};

const words = (text: string): readonly string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const isStateful = ({ checkable, type }: UIElement): boolean =>
  checkable || type === "switch" || type === "checkbox" || type === "radio";

const wordsOf = (element: UIElement): ReadonlySet<string> =>
  new Set(
    words([elementLabel(element), element.text, element.content_description, element.near ?? ""].join(" ")),
  );

const holdsAll = (known: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  wanted.every((word) => known.has(word));

/** What the agent said that it expects to see is on the screen. Its words are free: what is not found in them is open. */
export const expectedShown: VerificationRule = ({ expect, after: { tree } }) => {
  if (expect === undefined || tree === null) return null;
  const wanted = words(expect).filter((word) => !fillers.has(word));
  if (wanted.length === 0) return null;
  const said = JSON.stringify(expect.slice(0, 120));
  // "No longer there" and the like are beyond rules.
  if (
    wanted.some((word) => /^(?:no|not|gone|closed?s?|disappears?|without|longer|removed|deleted)$/.test(word))
  )
    return unsure(`Whether ${said} holds cannot be told by rule.`);
  const state = wanted.map((word) => states[word]).find((known) => known !== undefined);
  if (state !== undefined) return ofState(tree, wanted, state, said);
  return holdsAll(
    new Set([...words(tree.app_name), ...tree.elements.flatMap((one) => [...wordsOf(one)])]),
    wanted,
  )
    ? passed(`${said} is on the screen.`)
    : unsure(`${said} was expected and is not found on the screen.`);
};

function ofState(tree: SemanticUITree, wanted: readonly string[], state: boolean, said: string) {
  const things = wanted.filter((word) => states[word] === undefined);
  const [element, ...others] = tree.elements.filter(
    (one) => isStateful(one) && things.length > 0 && holdsAll(wordsOf(one), things),
  );
  if (element === undefined || others.length > 0)
    return unsure(`${said} was expected, and no one switch is found for it.`);
  return element.checked === state
    ? passed(`${said} is so.`)
    : failed(`${said} was expected, but ${elementName(element)} is ${element.checked ? "on" : "off"}.`);
}
