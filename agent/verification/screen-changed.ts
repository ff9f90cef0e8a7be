import { factsOf } from "#shared/actions/built-in-actions.ts";
import type { StepAction } from "#shared/contracts/step/step.ts";
import { aimedAt, doneActions, type StepScene } from "./step-scene.ts";
import { failed, passed, type VerificationRule } from "./verification-rule.ts";

/** Where it must change, the screen has changed. */
export const screenChanged: VerificationRule = (scene) => {
  const meant = doneActions(scene).filter((action) => mustChange(action, scene));
  const last = meant.at(-1);
  if (last === undefined) return null;
  if (scene.changed) return passed("The screen changed.");
  const { action, element } = last;
  return failed(
    `${[action.action.replaceAll("_", " "), element].filter(Boolean).join(" ")} changed nothing.`,
  );
};

function mustChange(done: StepAction, { before }: StepScene): boolean {
  const { action, package: app } = done.deviceAction ?? done.action;
  if (factsOf(action).changesScreen !== true) return false;
  if (action === "open_app") return app !== before.observation.package;
  const target = aimedAt(done, before);
  // What has the focus, or is the one that is shown, stays as it is.
  return (
    target === undefined ||
    !(target.focused || target.selected || (target.type === "radio" && target.checked))
  );
}
