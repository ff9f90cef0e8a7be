import { elementName } from "#shared/screen/element-label.ts";
import { aimedAt, doneActions, type StepScene, sameElement } from "./step-scene.ts";
import { failed, passed, unsure, type VerificationRule, worst } from "./verification-rule.ts";

/** A switch or box that was tapped once has another state. */
export const toggleFlipped: VerificationRule = (scene) => {
  const taps = doneActions(scene).filter(({ deviceAction }) => deviceAction?.action === "tap");
  const targets = taps.map((tap) => aimedAt(tap, scene.before));
  // Tapped twice, it is as it was.
  return worst(
    targets.map((target) =>
      target !== undefined && targets.filter((other) => other === target).length === 1
        ? stateOf(target, scene)
        : null,
    ),
  );
};

function stateOf(target: NonNullable<ReturnType<typeof aimedAt>>, { before, after, changed }: StepScene) {
  if (!target.checkable && target.type !== "switch" && target.type !== "checkbox") return null;
  if (before.tree === null) return null;
  const now = sameElement(target, before.tree, after.tree);
  if (now === undefined) return null;
  const name = elementName({ ...now, text: now.text.split("\n")[0] ?? "" });
  if (now.checked !== target.checked) return passed(`${name} is now ${now.checked ? "on" : "off"}.`);
  // The one of several choices that is chosen stays so.
  if (target.type === "radio" && target.checked) return passed(`${name} is chosen.`);
  const still = `${name} is still ${now.checked ? "on" : "off"}.`;
  return changed ? unsure(still) : failed(still);
}
