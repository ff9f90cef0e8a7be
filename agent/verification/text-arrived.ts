import { referredSecrets } from "#shared/contracts/job/secret.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { elementName } from "#shared/screen/element-label.ts";
import { aimedAt, doneActions, type StepScene, sameElement } from "./step-scene.ts";
import { failed, passed, unsure, type VerificationRule, worst } from "./verification-rule.ts";

/** Fields add spaces and brackets of their own, to a telephone number for example. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** What was typed is read back in its field. */
export const textArrived: VerificationRule = (scene) =>
  worst(
    doneActions(scene)
      .filter(({ deviceAction }) => deviceAction?.action === "type")
      .map((done) => readBack(scene, done)),
  );

function readBack(scene: StepScene, done: StepScene["actions"][number]) {
  const { before, after } = scene;
  const text = typedText(done.deviceAction);
  if (text === null || before.tree === null || after.tree === null) return null;
  const meant = aimedAt(done, before) ?? before.tree.elements.find(({ focused }) => focused);
  const field =
    (meant?.type === "textfield" ? sameElement(meant, before.tree, after.tree) : undefined) ??
    after.tree.elements.find(({ focused, type }) => focused && type === "textfield");
  // A search that was sent is on another screen; bullets say nothing.
  if (field === undefined || field.type !== "textfield" || field.password) return null;
  if (field.text.includes(text) || (bare(text) !== "" && bare(field.text).includes(bare(text))))
    return passed(`${elementName(field)} holds what was typed.`);
  if (done.deviceAction?.submit === true) return null;
  const isEmpty = field.text === "" || field.text === field.hint_text;
  return isEmpty
    ? failed(`${elementName(field)} is empty: what was typed did not arrive.`)
    : unsure(`${elementName(field)} holds ${JSON.stringify(field.text.slice(0, 80))}.`);
}

/** Null for what may not be told. */
function typedText(action: StoredAction | undefined): string | null {
  const text = action?.text;
  return typeof text === "string" && referredSecrets(text).length === 0 ? text : null;
}
