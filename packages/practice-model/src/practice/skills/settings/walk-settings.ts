import { knownSetting } from "../../knowledge/settings.ts";
import { asTried } from "../../ledger.ts";
import type { ElementView } from "../../prompt/prompt-view.ts";
import { findElement, isClickable, normalised, showsState, summaryMentions } from "../match-label.ts";
import { goBack, reachApp } from "../reach-app.ts";
import { seek } from "../seek.ts";
import { hadNoEffect, type Outcome, type Scene, stuck, tapOn, tapsOn } from "../skill.ts";

export const namesOfSetting = (name: string): readonly string[] => {
  const known = knownSetting(name)?.names ?? [];
  return [...new Set([known[0] ?? name, name, ...known])];
};

/**
 * Rows that were tapped already lead nowhere new, or the goal would have been met behind them. After a step of which nobody knows whether
 * it was done, all are tried again.
 */
const isFresh =
  ({ steps, tried }: Scene) =>
  (element: ElementView): boolean =>
    steps.at(-1)?.result.startsWith("unknown") ||
    (!tried.includes(asTried(element.title)) && !tapsOn(steps, element.title).some(hadNoEffect));

/** The row that leads on towards a setting: the deepest menu of its path that is in sight. */
function nextRow(name: string, scene: Scene): ElementView | undefined {
  const { elements } = scene.view;
  const fresh = isFresh(scene);
  const only = (element: ElementView): boolean =>
    isClickable(element) && !showsState(element) && element.type !== "TEXTFIELD" && fresh(element);
  const path = knownSetting(name)?.path ?? [];
  for (const title of [...path].reverse()) {
    const row = findElement(elements, [title], { only, atLeast: 100 });
    if (row !== undefined) return row;
  }
  return (
    findElement(elements, namesOfSetting(name), { only, atLeast: 80 }) ??
    elements.find(
      (element) => only(element) && namesOfSetting(name).some((label) => summaryMentions(element, label)),
    )
  );
}

const mostVainTaps = 3;

/** A row on the known way that did nothing whenever it was tapped: the device may not have taken the touch. */
function vainRow(name: string, { steps, view }: Scene): ElementView | undefined {
  const only = (element: ElementView): boolean => {
    const taps = tapsOn(steps, element.title);
    return isClickable(element) && taps.length > 0 && taps.length < mostVainTaps && taps.every(hadNoEffect);
  };
  return findElement(view.elements, knownSetting(name)?.path ?? [], { only, atLeast: 100 });
}

/** The page of an earlier goal: nothing was tapped for this one yet, and the page is not on its path. */
function isLeftOver(name: string, { view, tried }: Scene): boolean {
  const path = knownSetting(name)?.path.map(normalised) ?? [];
  const isBelow = view.elements.some((element) => element.title === "Navigate up");
  const isOnPath = view.elements.some(
    (element) => !isClickable(element) && path.includes(normalised(element.title)),
  );
  return path.length > 0 && tried.length === 0 && isBelow && !isOnPath;
}

/**
 * Walks the menus of Settings until `found` says that the goal's own element is in sight: by the known path, else by what
 * the rows say of themselves.
 */
export function walkSettings(name: string, scene: Scene, found: () => Outcome | undefined): Outcome {
  const opening = reachApp("settings", scene);
  // Some of its panels, such as the brightness slider, belong to System UI.
  const here = opening === undefined || scene.view.package === "com.android.systemui" ? found() : undefined;
  if (here !== undefined) return here;
  if (opening !== undefined) return opening;
  const row = nextRow(name, scene);
  if (row !== undefined) return tapOn(row, `"${row.title}" leads towards ${name}.`);
  if (isLeftOver(name, scene)) return goBack(scene, `"${name}" is not on this page`);
  const sought = seek(scene, name);
  if (sought.kind !== "stuck") return sought;
  const vain = vainRow(name, scene);
  if (vain !== undefined) return tapOn(vain, `"${vain.title}" did nothing, so I tap it once more.`);
  const isTop = scene.view.elements.some((element) =>
    /^search settings$/i.test(element.title || element.hint),
  );
  return isTop
    ? stuck(`there is no setting "${name}" to be found`)
    : goBack(scene, `"${name}" is not on this page`);
}
