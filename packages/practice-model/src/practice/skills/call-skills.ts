import type { GoalOf } from "../goals/goal.ts";
import { hasDone, openMenu, pressable } from "./make-thing.ts";
import { findElement, isClickable, normalised } from "./match-label.ts";
import { reachPlace } from "./place.ts";
import { pressKeys } from "./press-keys.ts";
import { goBack, reachApp } from "./reach-app.ts";
import { seek } from "./seek.ts";
import { done, type Outcome, type Scene, type Skill, stuck, tapOn } from "./skill.ts";

const bare = (number: string): string => number.replace(/[^\d+*#]/g, "");
const isNumber = (who: string): boolean => /^\+?[\d\s().-]{3,}$/.test(who);

/** The next keys of the number; undefined: all of it stands there. */
function nextKeys(number: string, scene: Scene): Outcome | undefined {
  const { elements } = scene.view;
  const shown = elements.find(
    (one) => !isClickable(one) && /^[\d+*#() -]+$/.test(one.title || one.description),
  );
  const typed = bare(shown?.title || shown?.description || "");
  if (typed === number) return undefined;
  if (!number.startsWith(typed)) {
    const erase = pressable(scene, ["backspace", "Delete", "Backspace"]);
    return erase === undefined ? stuck("the number cannot be erased") : tapOn(erase);
  }
  return pressKeys(number.slice(typed.length), (digit) =>
    elements.find((one) => isClickable(one) && (one.title === digit || one.title.startsWith(`${digit},`))),
  );
}

function dial(who: string, scene: Scene): Outcome {
  const opening = reachApp("phone", scene);
  if (opening !== undefined) return opening;
  if (!isNumber(who)) {
    const place = reachPlace("phone", ["Contacts"], scene);
    if (place !== undefined) return place;
    const call = pressable(scene, [`Call ${who}`], 100);
    if (call !== undefined) return tapOn(call, "I call.");
    const sought = seek(scene, who);
    return sought.kind === "stuck" ? stuck(`there is nobody called "${who}"`) : sought;
  }
  const call = pressable(scene, ["dial", "Call"], 95);
  const isKeypad = scene.view.elements.some((one) => /^2,ABC/.test(one.title));
  if (!isKeypad) {
    const keys = pressable(scene, ["key pad", "Keypad", "Dialpad", "Dial pad"]);
    return keys === undefined ? goBack(scene, "there is no key pad here") : tapOn(keys);
  }
  return (
    nextKeys(bare(who), scene) ??
    (call === undefined ? stuck("there is no button to call") : tapOn(call, "I call."))
  );
}

const endLabels = ["End call", "Hang up", "End"];

export const callSomebody: Skill<GoalOf<"callSomebody">> = ({ who, end }, scene) => {
  if (hasDone(scene, "I hang up.")) return done(`${who} was called`);
  const over = pressable(scene, endLabels);
  if (over !== undefined) return end ? tapOn(over, "I hang up.") : done(`${who} is called`);
  if (hasDone(scene, "I call.")) return done(`${who} was called`);
  return dial(who, scene);
};

export const hangUp: Skill<GoalOf<"hangUp">> = (_, scene) => {
  if (hasDone(scene, "I hang up.")) return done("the call has ended");
  const over = pressable(scene, endLabels);
  return over === undefined ? stuck("there is no call") : tapOn(over, "I hang up.");
};

export const tellCall: Skill<GoalOf<"tellCall">> = ({ which }, scene) => {
  const opening = reachPlace("phone", ["Recents"], scene);
  if (opening !== undefined) return opening;
  const row = scene.view.elements.find((one) => normalised(one.title).startsWith(`${which} call,`));
  const name = row?.summary.split(" | ")[0] || row?.title.split(", ")[1];
  if (name !== undefined) return done(`${which} call: ${name}`, name);
  const sought = seek(scene, `${which} call`);
  return sought.kind === "stuck" ? stuck(`there is no ${which} call`) : sought;
};

export const useMenu: Skill<GoalOf<"useMenu">> = ({ app, labels }, scene) => {
  if (hasDone(scene, "I agree to it.")) return done(labels[0] ?? app);
  if (hasDone(scene, "This is the command.")) {
    const yes = pressable(scene, ["OK", "Clear", "Delete", "Yes"], 95);
    return yes === undefined || pressable(scene, ["Cancel"]) === undefined
      ? done(labels[0] ?? app)
      : tapOn(yes, "I agree to it.");
  }
  const command = findElement(scene.view.elements, labels, { only: isClickable, atLeast: 95 });
  if (command !== undefined) return tapOn(command, "This is the command.");
  return reachApp(app, scene) ?? openMenu(scene) ?? stuck(`there is no "${labels[0]}"`);
};
