import type { ElementView } from "../prompt/prompt-view.ts";
import { isClickable, isField, normalised } from "./match-label.ts";
import { goBack, reachApp } from "./reach-app.ts";
import { seek } from "./seek.ts";
import { hadNoEffect, isAction, type Outcome, type Scene, tapOn } from "./skill.ts";

const isCalled = (element: ElementView, name: string): boolean =>
  [element.title, element.description].some((shown) => normalised(shown) === normalised(name));

/** The page's own name stands where nothing can be tapped, with a way up beside it; a tab's is chosen. */
export const isPage = (name: string, { view: { elements } }: Scene): boolean =>
  elements.some((element) => element.flags.has("SELECTED") && isCalled(element, name)) ||
  (elements.some((element) => isCalled(element, "Navigate up")) &&
    elements.some((element) => !isClickable(element) && !isField(element) && isCalled(element, name)));

export const doorTo = (name: string, { view }: Scene): ElementView | undefined =>
  view.elements.find((element) => isClickable(element) && !isField(element) && isCalled(element, name));

/** Whether one went there for this goal and did not turn back since. */
function wentTo(name: string, { steps }: Scene): boolean {
  const there = steps.findLastIndex(
    (step) => step.thinking.includes(`I go to "${name}".`) && !hadNoEffect(step),
  );
  return (
    there >= 0 &&
    !steps.slice(there).some((step) => isAction(step, "back") && /is not here/.test(step.thinking))
  );
}

/** Goes to a list of an app by the rows and tabs that lead there; undefined when there. */
export function reachPlace(app: string, within: readonly string[], scene: Scene): Outcome | undefined {
  const opening = reachApp(app, scene);
  if (opening !== undefined) return opening;
  for (const name of within) {
    if (isPage(name, scene) || wentTo(name, scene)) continue;
    const door = doorTo(name, scene);
    if (door !== undefined) return tapOn(door, `I go to "${name}".`);
    const sought = seek(scene, name);
    return sought.kind === "stuck" ? goBack(scene, `"${name}" is not here`) : sought;
  }
  return undefined;
}
