import type { GoalOf } from "../goals/goal.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { isHeld } from "./fill-form.ts";
import { isClickable, isField, normalised } from "./match-label.ts";
import { reachPlace } from "./place.ts";
import { goBack, reachApp } from "./reach-app.ts";
import { seek } from "./seek.ts";
import { act, done, hadNoEffect, isAction, type Scene, type Skill, stuck, tapOn, tapsOn } from "./skill.ts";
import {
  button,
  isPageOf,
  openThing,
  rowOf,
  sameName,
  seekThing,
  shownParts,
  showsThing,
} from "./thing-rows.ts";

/** Opens a thing and presses what its page offers. */
export const useThing: Skill<GoalOf<"useThing">> = ({ app, thing, labels, times }, scene) => {
  const pressed = scene.steps.filter(
    (step) => step.thinking.includes(`I use "${thing}".`) && !hadNoEffect(step),
  );
  if (pressed.length >= times) return done(`"${thing}": ${labels[0]}`);
  const opening = openThing(app, thing, scene);
  if (opening !== undefined) return opening;
  const found = button(scene, labels, 100);
  if (found !== undefined) return tapOn(found, `I use "${thing}".`);
  const isOff = scene.view.elements.some(
    (one) => one.flags.has("DISABLED") && labels.some((label) => normalised(one.title) === normalised(label)),
  );
  if (isOff) return stuck(`"${thing}" cannot be had now`);
  const sought = seek(scene, labels[0] ?? thing);
  return sought.kind === "stuck" ? stuck(`"${thing}" offers no "${labels[0]}"`) : sought;
};

const remove = ["Delete", "Remove", "Move to trash"];

/** What a row, its menu or its page offers to remove it by. */
function removal(thing: string, scene: Scene, isChosen: boolean): ElementView | undefined {
  const labels = remove.map((label) => `${label} ${thing}`);
  const own = button(scene, labels, 100);
  if (own !== undefined || !isChosen) return own;
  const menuIsOpen = tapsOn(scene.steps.slice(-1), "More options").length > 0;
  return button(scene, remove, menuIsOpen ? 80 : 95);
}

const carts = ["Cart", "Basket", "Bag"];
const otherNames = (page: string): readonly string[] => (carts.includes(page) ? carts : []);

/** Deletes a thing: by a button of its own, by holding its row or on its page, and by agreeing to the question that follows. */
export const removeThing: Skill<GoalOf<"removeThing">> = ({ app, thing, page, within = [] }, scene) => {
  const away = reachApp(app, scene);
  if (away !== undefined) return away;
  const { steps } = scene;
  const chosen = steps.some((step) => step.thinking.includes(`I remove "${thing}".`) && !hadNoEffect(step));
  if (chosen && button(scene, ["Cancel", "Keep", "No"], 100) !== undefined) {
    const confirm = button(scene, [...remove, "OK", "Yes"], 80);
    return confirm === undefined ? stuck("there is no way to agree") : tapOn(confirm, "I agree.");
  }
  const holds = steps.filter((step) => isAction(step, "long_press"));
  const held = holds.some((step) => !hadNoEffect(step));
  const opened = isPageOf(thing, scene);
  const offered = chosen ? undefined : removal(thing, scene, held || opened || openedMenu(thing, scene));
  if (offered !== undefined) return tapOn(offered, `I remove "${thing}".`);
  if (chosen && rowOf(thing, scene) === undefined) return done(`"${thing}" is removed`);
  if (opened) {
    const menu = button(scene, ["More options"]);
    if (menu !== undefined && tapsOn(steps, menu.title).length < 2) return tapOn(menu);
    return stuck(`the page of "${thing}" offers no way to remove it`);
  }
  const opening = reachPlace(app, within, scene);
  if (opening !== undefined) return opening;
  const way = page === undefined ? undefined : button(scene, [page, ...otherNames(page)], 80);
  if (way !== undefined && tapsOn(steps, way.title).length < 2) return tapOn(way);
  if (page !== undefined && steps.some((step) => isAction(step, "tap"))) {
    const sought = seek(scene, thing);
    return sought.kind === "stuck" ? stuck(`there is no "${thing}" in the ${page.toLowerCase()}`) : sought;
  }
  const row = seekThing(thing, scene);
  if ("kind" in row) return row;
  if (held) return goBack(scene, `holding "${thing}" offers nothing`);
  return holds.length > 0
    ? tapOn(row, `I open "${thing}".`)
    : act({ action: "long_press", element: row.id }, `I hold "${thing}" to see what is offered.`);
};

/** The menu of its page hides the page. */
const openedMenu = (thing: string, { steps }: Scene): boolean =>
  steps.some((step) => /I (?:open|hold) /.test(step.thinking) && step.thinking.includes(`"${thing}"`)) &&
  tapsOn(steps.slice(-1), "More options").length > 0;

/** Writes to somebody: in the conversation there is, else in a new one. */
export const writeTo: Skill<GoalOf<"writeTo">> = ({ app, to, text, isReply }, scene) => {
  const opening = reachApp(app, scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  const sent = scene.steps.some((step) => step.thinking.includes("I send it.") && !hadNoEffect(step));
  if (sent) return done(`"${text}" is sent to ${to}`);
  const fields = elements.filter(isField);
  const isRecipient = (one: ElementView): boolean =>
    !sameName(one.value || one.title, text) &&
    /\bto\b|recipient|names?, phone/i.test(`${one.hint} ${one.title} ${one.resourceId.replaceAll("_", " ")}`);
  const recipient = fields.find((one) => isRecipient(one) || sameName(one.value || one.title, to));
  const body =
    fields.find(
      (one) => /message|write|reply/i.test(`${one.hint} ${one.title} ${one.resourceId}`) && one !== recipient,
    ) ?? fields.find((one) => sameName(one.value || one.title, text));
  if (recipient !== undefined) {
    if (!isHeld(elements, to))
      return act({ action: "type", element: recipient.id, text: to, clear: true }, `It goes to ${to}.`);
    const choice = elements.find(
      (one) =>
        isClickable(one) &&
        !isField(one) &&
        (showsThing(one, to) || shownParts(one).some((part) => sameName(part, `Send to ${to}`))),
    );
    return choice === undefined ? stuck(`nobody is found for "${to}"`) : tapOn(choice, `I choose ${to}.`);
  }
  if (body !== undefined) {
    if (!elements.some((one) => showsThing(one, to)))
      return goBack(scene, `this is not the conversation with ${to}`);
    if (!isHeld(elements, text))
      return act({ action: "type", element: body.id, text, clear: true }, "I write it.");
    const send = button(scene, ["Send", "Send message", "Send SMS"], 80);
    return send === undefined ? stuck("it cannot be sent") : tapOn(send, "I send it.");
  }
  const row = rowOf(to, scene);
  if (row !== undefined) return tapOn(row, `I open "${to}".`);
  if (isReply === true) {
    const sought = seek(scene, to);
    return sought.kind === "stuck" ? stuck(`there is no message from "${to}" to answer`) : sought;
  }
  const add = button(
    scene,
    ["Start new conversation", "Start chat", "New message", "Compose", "New conversation"],
    80,
  );
  return add === undefined ? goBack(scene, "nothing can be written here") : tapOn(add);
};
