import type { GoalOf } from "../goals/goal.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { fieldFor } from "./fill-form.ts";
import { hasDone, pressable } from "./make-thing.ts";
import { isClickable } from "./match-label.ts";
import { seek } from "./seek.ts";
import { act, done, hadNoEffect, type Skill, stuck, tapOn, tapsOn } from "./skill.ts";
import { openThing, showsThing } from "./thing-rows.ts";

const isBox = ({ type }: ElementView): boolean => type === "CHECKBOX";

/** Ticks one item of a list, or all that are open. */
export const tickItems: Skill<GoalOf<"tickItems">> = ({ app, thing, item }, scene) => {
  const opening = openThing(app, thing, scene);
  if (opening !== undefined) return opening;
  const boxes = scene.view.elements.filter((one) => isBox(one) && isClickable(one));
  const wanted = item === undefined ? boxes : boxes.filter((box) => showsThing(box, item));
  const open = wanted.find((box) => !box.flags.has("CHECKED"));
  if (open !== undefined)
    return tapsOn(scene.steps, open.title).filter(hadNoEffect).length > 1
      ? stuck(`"${open.title}" cannot be ticked`)
      : tapOn(open, `I tick "${open.title}".`);
  const sought = seek(scene, item ?? "what is still open");
  if (sought.kind === "act" && (item === undefined || wanted.length === 0)) return sought;
  return wanted.length === 0
    ? stuck(`"${item ?? "a list"}" is not on the page of "${thing}"`)
    : done(`"${item ?? "everything"}" is ticked`);
};

/** Adds a line to the end of a text. */
export const appendText: Skill<GoalOf<"appendText">> = ({ app, thing, text }, scene) => {
  if (hasDone(scene, "I save it.")) return done(`"${text}" stands in "${thing}"`);
  const field = fieldFor(scene.view.elements, ["Text", "Content", "Note"]);
  if (field !== undefined && hasDone(scene, "I write in it.")) {
    if (hasDone(scene, "It comes at the end.")) {
      const save = pressable(scene, ["Save", "Done"]);
      return save === undefined ? stuck("it cannot be saved") : tapOn(save, "I save it.");
    }
    return act({ action: "type", element: field.id, text: `\n${text}` }, "It comes at the end.");
  }
  const opening = openThing(app, thing, scene);
  if (opening !== undefined) return opening;
  const edit = pressable(scene, ["Edit"]);
  return edit === undefined ? stuck(`"${thing}" cannot be edited`) : tapOn(edit, "I write in it.");
};
