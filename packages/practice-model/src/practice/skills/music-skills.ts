import type { GoalOf } from "../goals/goal.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { hasDone, pressable } from "./make-thing.ts";
import { isClickable, isField, normalised } from "./match-label.ts";
import { doorTo, reachPlace } from "./place.ts";
import { seek } from "./seek.ts";
import { done, hadNoEffect, type Outcome, type Scene, type Skill, stuck, tapOn } from "./skill.ts";
import { searchFor, seekThing } from "./thing-rows.ts";

const library = ["Songs"];

/** Whose name stands first below the title. */
const isBy = (by: string, { summary }: ElementView): boolean =>
  normalised(summary.split(" · ")[0] ?? "") === normalised(by);

export const playThing: Skill<GoalOf<"playThing">> = ({ app, thing, by }, scene) => {
  if (hasDone(scene, `I play "${thing}".`)) {
    const resume = pressable(scene, ["Pause"]) === undefined ? pressable(scene, ["Play"]) : undefined;
    return resume === undefined ? done(`"${thing}" plays`) : tapOn(resume);
  }
  const opening = reachPlace(app, library, scene);
  if (opening !== undefined) return opening;
  const row = seekThing(thing, scene);
  if ("kind" in row) return row;
  if (by !== undefined && !isBy(by, row)) return stuck(`"${thing}" is not by "${by}"`);
  return tapOn(row, `I play "${thing}".`);
};

/** The dialog that asks for the list. */
function chooseList(list: string, scene: Scene): Outcome | undefined {
  if (pressable(scene, ["Cancel"]) === undefined) return undefined;
  const choice = doorTo(list, scene);
  return choice === undefined ? stuck(`there is no list "${list}"`) : tapOn(choice, `I choose "${list}".`);
}

const addButtonOf = (title: string, scene: Scene): ElementView | undefined =>
  pressable(scene, [`Add ${title} to playlist`, `Add ${title} to a playlist`], 100);

export const addToList: Skill<GoalOf<"addToList">> = ({ app, thing, list }, scene) => {
  if (hasDone(scene, `I choose "${list}".`)) return done(`"${thing}" is in "${list}"`);
  const choosing = chooseList(list, scene);
  if (choosing !== undefined) return choosing;
  const opening = reachPlace(app, library, scene);
  if (opening !== undefined) return opening;
  const row = seekThing(thing, scene);
  if ("kind" in row) return row;
  const add = addButtonOf(row.title, scene);
  return add === undefined ? stuck(`"${thing}" cannot be added to a list`) : tapOn(add, `I add "${thing}".`);
};

/** The songs of somebody among those in sight. */
const songsBy = (by: string, { view }: Scene): readonly ElementView[] =>
  view.elements.filter((one) => isClickable(one) && !isField(one) && isBy(by, one));

/** The library searched for somebody's name; undefined: it is. */
function reachSongsBy(app: string, by: string, scene: Scene): Outcome | undefined {
  return reachPlace(app, library, scene) ?? searchFor(by, scene);
}

export const addAllToList: Skill<GoalOf<"addAllToList">> = ({ app, by, list }, scene) => {
  const choosing = chooseList(list, scene);
  if (choosing !== undefined) return choosing;
  const opening = reachSongsBy(app, by, scene);
  if (opening !== undefined) return opening;
  const songs = songsBy(by, scene);
  const isAdded = ({ title }: ElementView): boolean =>
    scene.tried.some((tried) => `Add ${title} to playlist`.startsWith(tried)) ||
    scene.steps.some((step) => step.thinking.includes(`I add "${title}".`) && !hadNoEffect(step));
  const next = songs.find((song) => !isAdded(song));
  if (next !== undefined) {
    const add = addButtonOf(next.title, scene);
    return add === undefined
      ? stuck(`"${next.title}" cannot be added`)
      : tapOn(add, `I add "${next.title}".`);
  }
  const sought = seek(scene, `another song by ${by}`);
  if (sought.kind === "act") return sought;
  return songs.length === 0
    ? stuck(`there is nothing by "${by}"`)
    : done(`all songs by ${by} are in "${list}"`);
};

const secondsIn = (text: string): number => {
  const [, minutes = "0", seconds = "0"] = /(\d+):(\d\d)(?!.*\d:\d\d)/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

export const tellExtreme: Skill<GoalOf<"tellExtreme">> = ({ app, by, most }, scene) => {
  const opening = reachSongsBy(app, by, scene);
  if (opening !== undefined) return opening;
  const songs = songsBy(by, scene).toSorted((a, b) => secondsIn(b.summary) - secondsIn(a.summary));
  const found = most ? songs[0] : songs.at(-1);
  if (scene.view.elements.some((one) => one.flags.has("MORE_BELOW")))
    return stuck("there are more than fit on the screen");
  return found === undefined
    ? stuck(`there is nothing by "${by}"`)
    : done(`by ${by}: ${found.title}`, found.title);
};
