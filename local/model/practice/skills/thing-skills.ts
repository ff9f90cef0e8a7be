import type { GoalOf } from "../goals/goal.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { isHeld } from "./fill-form.ts";
import { findElement, isClickable, isField, normalised } from "./match-label.ts";
import { goBack, reachApp } from "./reach-app.ts";
import { seek } from "./seek.ts";
import {
  act,
  done,
  hadNoEffect,
  isAction,
  type Outcome,
  type Scene,
  type Skill,
  stuck,
  tapOn,
  tapsOn,
} from "./skill.ts";

const partsOf = ({ title, summary, description, value }: ElementView): readonly string[] =>
  [title, ...summary.split(" | "), description, value].filter((part) => part !== "");

const plain = (text: string): string =>
  normalised(text)
    .replace(/[^\p{L}\p{N} ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Numbers are the same however they are grouped. */
const sameName = (shown: string, wanted: string): boolean => {
  const digits = (text: string): string => text.replace(/[\s().-]/g, "");
  return (
    plain(shown) === plain(wanted) || (/^\+?\d{4,}$/.test(digits(wanted)) && digits(shown) === digits(wanted))
  );
};

export const showsThing = (element: ElementView, thing: string): boolean =>
  partsOf(element).some((part) => sameName(part, thing));

const rowOf = (thing: string, { view }: Scene): ElementView | undefined =>
  view.elements.find((element) => isClickable(element) && !isField(element) && showsThing(element, thing));

const button = (scene: Scene, labels: readonly string[], atLeast = 95): ElementView | undefined =>
  findElement(scene.view.elements, labels, { only: (one) => isClickable(one) && !isField(one), atLeast });

/** Types what is looked for into the search of the app; undefined when it stands there, or there is none. */
function searchFor(text: string, scene: Scene): Outcome | undefined {
  const { elements } = scene.view;
  if (isHeld(elements, text)) return undefined;
  const field = elements.find(
    (one) => isField(one) && /search|find/i.test(`${one.title} ${one.hint} ${one.resourceId}`),
  );
  const typed = scene.steps.filter((step) => step.action?.text === text).length;
  if (field !== undefined && typed < 2)
    return act({ action: "type", element: field.id, text, clear: true }, `I search for "${text}".`);
  const search = button(scene, ["Search"], 80);
  return search === undefined || tapsOn(scene.steps, search.title).length > 1 ? undefined : tapOn(search);
}

/** The row of that name in the app's list: looked for on the screen, by its search, by scrolling. */
function seekThing(thing: string, scene: Scene): ElementView | Outcome {
  const row = rowOf(thing, scene);
  if (row !== undefined) return row;
  const searching = searchFor(thing, scene);
  if (searching !== undefined) return searching;
  const sought = seek(scene, thing);
  return sought.kind === "stuck" ? stuck(`there is no "${thing}" in this app`) : sought;
}

/** The page of one thing: it is named where nothing can be tapped, and is no row of a list. */
const isPageOf = (thing: string, scene: Scene): boolean =>
  rowOf(thing, scene) === undefined &&
  scene.view.elements.some((element) => !isField(element) && showsThing(element, thing)) &&
  scene.steps.some((step) => isAction(step, "tap") && step.thinking.includes(`I open "${thing}".`));

function openThing(app: string, thing: string, scene: Scene): Outcome | undefined {
  const opening = reachApp(app, scene);
  if (opening !== undefined) return opening;
  if (isPageOf(thing, scene)) return undefined;
  const row = seekThing(thing, scene);
  return "kind" in row ? row : tapOn(row, `I open "${thing}".`);
}

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

const price = /[$€£]\s?\d[\d.,]*|\d[\d.,]*\s?[$€£]/;
const code = /(?<!\d)\d{4,8}(?!\d)/;

/** The texts of the last message come last on its page; time and sender stand by it. */
function lastText({ view }: Scene, thing: string): string | undefined {
  const small =
    /^(?:now|today|yesterday|\d{1,2}[:.]\d{2}.*|(?:mon|tue|wed|thu|fri|sat|sun)\w*.*|\w{3} \d{1,2}.*|sent.*|delivered.*|\d+ min.*)$/i;
  const texts = view.elements
    .filter(
      (element) =>
        !isField(element) &&
        !/^(?:send|call|navigate up|more options|attach)/i.test(element.title || element.description),
    )
    .flatMap((element) => [element.title, ...element.summary.split(" | ")])
    .filter((text) => text !== "" && !small.test(text) && !sameName(text, thing));
  return texts.at(-1);
}

/** Tells what a thing's row or page says. */
export const readThing: Skill<GoalOf<"readThing">> = ({ app, thing, what }, scene) => {
  const opening = openThing(app, thing, scene);
  if (opening !== undefined) {
    const row = what === "price" ? rowOf(thing, scene) : undefined;
    const shown = row === undefined ? undefined : price.exec(partsOf(row).join(" | "))?.[0];
    return shown === undefined ? opening : done(`"${thing}": ${shown}`, shown);
  }
  const texts = scene.view.elements.flatMap(partsOf).join(" | ");
  const found =
    what === "price"
      ? price.exec(texts)?.[0]
      : what === "last"
        ? lastText(scene, thing)
        : code.exec(lastText(scene, thing) ?? "")?.[0];
  return found === undefined
    ? stuck(`the page of "${thing}" does not say it`)
    : done(`"${thing}": ${found}`, found);
};

const remove = ["Delete", "Remove", "Move to trash"];

/** Deletes a thing: by a button of its own, by holding its row, and by agreeing to the question that follows. */
export const removeThing: Skill<GoalOf<"removeThing">> = ({ app, thing, page }, scene) => {
  const opening = reachApp(app, scene);
  if (opening !== undefined) return opening;
  const { steps } = scene;
  const cancel = button(scene, ["Cancel", "Keep", "No"], 100);
  const chosen = steps.some((step) => step.thinking.includes(`I remove "${thing}".`) && !hadNoEffect(step));
  if (chosen && cancel !== undefined) {
    const confirm = button(scene, [...remove, "OK", "Yes"], 80);
    return confirm === undefined ? stuck("there is no way to agree") : tapOn(confirm, "I agree.");
  }
  const own = button(
    scene,
    remove.map((label) => `${label} ${thing}`),
    100,
  );
  if (own !== undefined) return tapOn(own, `I remove "${thing}".`);
  if (chosen && rowOf(thing, scene) === undefined) return done(`"${thing}" is removed`);
  const held = steps.some((step) => isAction(step, "long_press"));
  const offered = held || isPageOf(thing, scene) ? button(scene, remove, 95) : undefined;
  if (offered !== undefined) return tapOn(offered, `I remove "${thing}".`);
  const way = page === undefined ? undefined : button(scene, [page], 80);
  if (way !== undefined && tapsOn(steps, way.title).length < 2) return tapOn(way);
  if (page !== undefined && steps.some((step) => isAction(step, "tap"))) {
    const sought = seek(scene, thing);
    return sought.kind === "stuck" ? stuck(`there is no "${thing}" in the ${page.toLowerCase()}`) : sought;
  }
  const row = seekThing(thing, scene);
  if ("kind" in row) return row;
  return held
    ? goBack(scene, `holding "${thing}" offers nothing`)
    : act({ action: "long_press", element: row.id }, `I hold "${thing}" to see what is offered.`);
};

/** Writes to somebody: in the conversation there is, else in a new one. */
export const writeTo: Skill<GoalOf<"writeTo">> = ({ app, to, text }, scene) => {
  const opening = reachApp(app, scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  const sent = scene.steps.some((step) => step.thinking.includes("I send it.") && !hadNoEffect(step));
  if (sent) return done(`"${text}" is sent to ${to}`);
  const fields = elements.filter(isField);
  const isRecipient = (one: ElementView): boolean =>
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
        (showsThing(one, to) || partsOf(one).some((part) => sameName(part, `Send to ${to}`))),
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
  const add = button(
    scene,
    ["Start new conversation", "Start chat", "New message", "Compose", "New conversation"],
    80,
  );
  return add === undefined ? goBack(scene, "nothing can be written here") : tapOn(add);
};
