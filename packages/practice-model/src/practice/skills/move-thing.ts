import type { GoalOf } from "../goals/goal.ts";
import { hasDone, openMenu, pressable } from "./make-thing.ts";
import { doorTo, isPage, reachPlace } from "./place.ts";
import { goBack } from "./reach-app.ts";
import { holdThing } from "./rename-thing.ts";
import { seek } from "./seek.ts";
import { done, type Outcome, type Scene, type Skill, stuck, tapOn } from "./skill.ts";

/** On the way with what was picked up: down the folders where the page is one of them, else up to the top. */
function carry(to: readonly string[], scene: Scene): Outcome {
  const at = to.findLastIndex((name) => isPage(name, scene));
  if (at === to.length - 1) return stuck("it cannot be put here");
  const next = to[at + 1] ?? "";
  const isTop = pressable(scene, ["Navigate up"]) === undefined;
  const door = at >= 0 || isTop ? doorTo(next, scene) : undefined;
  if (door !== undefined) return tapOn(door, `I carry it to "${next}".`);
  if (at >= 0 || isTop) {
    const sought = seek(scene, next);
    return sought.kind === "stuck" ? stuck(`there is no "${next}"`) : sought;
  }
  const top = pressable(scene, ["Internal storage", "Navigate up"]);
  return top === undefined ? goBack(scene, `"${next}" is not here`) : tapOn(top, "I go to the top.");
}

/** Moves or copies what an app lists into a folder: chosen from a list, or carried there. */
export const moveThing: Skill<GoalOf<"moveThing">> = ({ app, within, thing, to, copy }, scene) => {
  const verb = copy ? "Copy" : "Move";
  if (hasDone(scene, "I put it down.")) return done(`"${thing}" is in "${to.join("/")}"`);
  if (hasDone(scene, "I take it along.")) {
    const here = pressable(scene, [`${verb} here`, "Paste", "Paste here"]);
    const target = to.at(-1) ?? "";
    if (here !== undefined && isPage(target, scene)) return tapOn(here, "I put it down.");
    const choice = here === undefined ? doorTo(target, scene) : undefined;
    if (choice !== undefined) return tapOn(choice, "I put it down.");
    return here === undefined ? stuck(`there is no "${target}" to choose`) : carry(to, scene);
  }
  const take = pressable(scene, [`${verb} to…`, `${verb} to`, verb]);
  if (take !== undefined) return tapOn(take, "I take it along.");
  const opening = reachPlace(app, within, scene) ?? holdThing(thing, scene);
  return opening ?? openMenu(scene) ?? stuck(`"${thing}" cannot be moved`);
};
