import type { GoalOf } from "../goals/goal.ts";
import { isClickable, isField } from "./match-label.ts";
import { reachPlace } from "./place.ts";
import { done, type Skill, stuck } from "./skill.ts";
import { seekThing } from "./thing-rows.ts";

export const hasThing: Skill<GoalOf<"hasThing">> = ({ app, within, thing }, scene) => {
  const opening = reachPlace(app, within, scene);
  if (opening !== undefined) return opening;
  const row = seekThing(thing, scene);
  if (!("kind" in row)) return done(`"${thing}" is there`, "Yes");
  return row.kind === "stuck" ? done(`there is no "${thing}"`, "No") : row;
};

/** A file's row says how big it is, beside when it was changed. */
const hasSize = /\d\s?(?:B|kB|KB|MB|GB)$/;
const hasTime = /\d/;

export const countThings: Skill<GoalOf<"countThings">> = ({ app, within, noun }, scene) => {
  const opening = reachPlace(app, within, scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  if (elements.some((one) => one.flags.has("MORE_BELOW")))
    return stuck("there are more than fit on the screen");
  const rows = elements.filter((one) => isClickable(one) && !isField(one) && hasTime.test(one.summary));
  const count = rows.filter((row) => hasSize.test(row.summary) === (noun === "file")).length;
  return done(`${noun}s: ${count}`, String(count));
};
