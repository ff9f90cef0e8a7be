import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { elementName } from "#shared/screen/element-label.ts";
import { aimedAt, doneActions, sameElement } from "./step-scene.ts";
import { failed, passed, type VerificationRule } from "./verification-rule.ts";

/** The buttons of Android's own dialogs, of every version. */
const dialogButton = /^android:id\/button[123]$/;
const isDialog = ({ elements }: SemanticUITree): boolean =>
  elements.some(({ resource_id: id }) => dialogButton.test(id));

/** A dialog whose button was pressed, or which was left by `back`, is gone; so is the keyboard. */
export const dialogGone: VerificationRule = (scene) => {
  const { before, after } = scene;
  const last = doneActions(scene).at(-1);
  if (last === undefined || before.tree === null || after.tree === null) return null;
  if (last.deviceAction?.action === "back" && before.observation.keyboardShown)
    return after.observation.keyboardShown
      ? failed("The keyboard is still shown.")
      : passed("The keyboard is gone.");
  if (!isDialog(before.tree)) return null;
  const pressed = last.deviceAction?.action === "tap" ? aimedAt(last, before) : undefined;
  const button = pressed ?? before.tree.elements.find(({ resource_id: id }) => dialogButton.test(id));
  if (button === undefined || !dialogButton.test(button.resource_id)) return null;
  if (pressed === undefined && last.deviceAction?.action !== "back") return null;
  return sameElement(button, before.tree, after.tree) === undefined
    ? passed("The dialog is gone.")
    : failed(`The dialog with ${elementName(button)} is still there.`);
};
