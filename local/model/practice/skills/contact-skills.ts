import type { ContactField, GoalOf } from "../goals/goal.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { fillContact, isContactForm } from "./contact-form.ts";
import { findElement, isClickable, isField, matchScore, normalised, summaryMentions } from "./match-label.ts";
import { goBack, reachApp } from "./reach-app.ts";
import { seek } from "./seek.ts";
import {
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

const addLabels = ["Create contact", "Create new contact", "Add new contact", "Add contact", "New contact"];
const dialogDelete = ["Delete", "Move to bin", "Move to trash", "OK"];

const saved = (scene: Scene): boolean =>
  scene.steps.some(
    (step) => isAction(step, "tap") && /"(Save|Done|Save contact)/.test(step.target) && !hadNoEffect(step),
  );

const showsText = (elements: readonly ElementView[], text: string): boolean => {
  const wanted = normalised(text);
  const said = (element: ElementView): string =>
    normalised(`${element.title || element.description} ${element.summary}`);
  return elements.some((element) => !isField(element) && said(element).includes(wanted));
};

const addButton = (elements: readonly ElementView[]): ElementView | undefined =>
  findElement(elements, addLabels, { only: isClickable, atLeast: 95 });

export const createContact: Skill<GoalOf<"createContact">> = ({ fields }, scene) => {
  const opening = reachApp("contacts", scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  if (isContactForm(elements)) return fillContact(fields, "", scene);
  if (saved(scene)) return done(`the contact ${fields.name} is saved`);
  const add = addButton(elements);
  return add === undefined ? goBack(scene, "a contact cannot be added here") : tapOn(add);
};

const isDetails = (elements: readonly ElementView[]): boolean =>
  findElement(elements, ["Edit contact", "Edit"], { only: isClickable, atLeast: 95 }) !== undefined;

const nameMatches = (element: ElementView, name: string): boolean =>
  isClickable(element) &&
  !isField(element) &&
  (matchScore(element, name) >= 60 || summaryMentions(element, name));

/** Opens the contact's page; undefined when it is open. */
function openContact(name: string, scene: Scene): Outcome | undefined {
  const opening = reachApp("contacts", scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  if (isDetails(elements)) {
    return showsText(elements, name) ? undefined : goBack(scene, `this is not ${name}'s page`);
  }
  const row =
    findElement(elements, [name], { only: (element) => nameMatches(element, name) }) ??
    elements.find((element) => nameMatches(element, name));
  if (row !== undefined) {
    return tapsOn(scene.steps, row.title).filter(hadNoEffect).length > 1
      ? stuck(`the page of ${name} does not open`)
      : tapOn(row);
  }
  if (addButton(elements) === undefined) return goBack(scene, "this is not the list of contacts");
  const sought = seek(scene, name);
  return sought.kind === "stuck" ? stuck(`there is no contact "${name}"`) : sought;
}

const phonePattern = /\+?\(?\d[\d\s().\-\u2010-\u2015]{2,}\d/u;
const emailPattern = /[^\s<>]+@[^\s<>]+\.[^\s<>]+/u;

function readField(field: ContactField, elements: readonly ElementView[]): string | undefined {
  const pattern = field === "email" ? emailPattern : phonePattern;
  for (const element of elements) {
    for (const text of [element.title, element.summary]) {
      const match = pattern.exec(text)?.[0];
      if (match !== undefined) return match.trim();
    }
  }
  return undefined;
}

export const readContact: Skill<GoalOf<"readContact">> = (goal, scene) => {
  const opening = openContact(goal.name, scene);
  if (opening !== undefined) return opening;
  const value = readField(goal.field, scene.view.elements);
  if (value !== undefined) return done(`${goal.name}'s ${goal.field}: ${value}`, value);
  const sought = seek(scene, goal.field);
  return sought.kind === "stuck" ? stuck(`${goal.name} has no ${goal.field}`) : sought;
};

export const editContact: Skill<GoalOf<"editContact">> = (goal, scene) => {
  const { elements } = scene.view;
  if (isContactForm(elements)) return fillContact(goal.fields, goal.name, scene);
  if (saved(scene)) return done(`${goal.name} is changed`);
  const opening = openContact(goal.name, scene);
  if (opening !== undefined) return opening;
  const edit = findElement(elements, ["Edit contact", "Edit"], { only: isClickable, atLeast: 95 });
  return edit === undefined ? stuck("the contact cannot be edited") : tapOn(edit);
};

export const deleteContact: Skill<GoalOf<"deleteContact">> = (goal, scene) => {
  const { elements } = scene.view;
  const asked = scene.steps.some((step) => isAction(step, "tap") && /"Delete/.test(step.target));
  const confirm = asked ? findElement(elements, dialogDelete, { only: isClickable, atLeast: 95 }) : undefined;
  const isDialog = findElement(elements, ["Cancel"], { only: isClickable, atLeast: 95 }) !== undefined;
  if (confirm !== undefined && isDialog) return tapOn(confirm, "I confirm.");
  if (asked && addButton(elements) !== undefined && !showsText(elements, goal.name))
    return done(`${goal.name} is deleted`);
  const remove = findElement(elements, ["Delete", "Delete contact"], { only: isClickable, atLeast: 95 });
  if (remove !== undefined) return tapOn(remove);
  const opening = openContact(goal.name, scene);
  if (opening !== undefined) return opening;
  const menu = findElement(elements, ["More options"], { only: isClickable, atLeast: 95 });
  return menu === undefined ? stuck("there is no menu to delete the contact") : tapOn(menu);
};
