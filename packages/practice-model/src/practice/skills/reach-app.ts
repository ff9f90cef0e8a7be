import { isAppOf, openableApp } from "../knowledge/apps.ts";
import { act, hadNoEffect, isAction, isFarmsFault, type Outcome, type Scene, stuck } from "./skill.ts";

const mostVainTries = 3;
/** The farm leaves an app whose pages it has seen too often. */
const mostTries = 6;

/** undefined when the app is in front; otherwise what to do about it. */
export function reachApp(app: string, { view, steps }: Scene): Outcome | undefined {
  if (isAppOf(app, view)) return undefined;
  const target = openableApp(app, view.installedApps);
  if (target === undefined) return stuck(`the app "${app}" is not installed`);
  const tries = steps.filter(
    (step) => isAction(step, "open_app") && step.action?.app === target && !isFarmsFault(step),
  );
  const refused = tries.find(({ result }) => result.startsWith("failed"));
  if (refused !== undefined) return stuck(`the app "${app}" could not be opened: ${refused.result}`);
  if (tries.filter(hadNoEffect).length >= mostVainTries || tries.length >= mostTries)
    return stuck(`the app "${app}" does not come to the front`);
  if (isAction(steps.at(-1), "open_app"))
    return act({ action: "wait", duration: 1_000 }, `I wait for ${app} to open.`);
  return act({ action: "open_app", app: target }, `I open ${app}.`);
}

/** Leaves the screen by Back; the app is opened again when that led out of it. */
export function goBack({ steps }: Scene, why: string): Outcome {
  const backs = steps.filter((step) => isAction(step, "back")).length;
  return backs >= 6 ? stuck(why) : act({ action: "back" }, `${why}, so I go back.`);
}
