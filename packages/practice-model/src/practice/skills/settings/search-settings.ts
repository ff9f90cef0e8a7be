import { findElement, isClickable, isField } from "../match-label.ts";
import { goBack, reachApp } from "../reach-app.ts";
import { act, done, isAction, type Outcome, type Scene, stuck, tapOn } from "../skill.ts";

const isHeldBy = (text: string, shown: string): boolean =>
  shown.trim().toLowerCase() === text.trim().toLowerCase();

/** Types a text into the search of Settings, which on newer Androids is an app of its own. */
export function searchSettings(text: string, scene: Scene): Outcome {
  const { elements } = scene.view;
  const field = elements.find(isField);
  const isSearch = /settings/.test(scene.view.package) && field !== undefined;
  if (isSearch) {
    if (isHeldBy(text, field.value || field.title)) return done(`Settings is searched for "${text}"`);
    if (scene.steps.filter((step) => isAction(step, "type")).length > 1)
      return stuck("the search takes no text");
    return act({ action: "type", element: field.id, text, clear: true }, `I search for "${text}".`);
  }
  const opening = reachApp("settings", scene);
  if (opening !== undefined) return opening;
  const search = findElement(elements, ["Search settings", "Search"], { only: isClickable, atLeast: 95 });
  return search === undefined ? goBack(scene, "there is no search here") : tapOn(search);
}
