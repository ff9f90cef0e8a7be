import type { ContactField, ContactFields, GoalOf } from "../goals/goal.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { fillContact, isContactForm } from "./contact-form.ts";
import {
  addButton,
  contactRows,
  findContact,
  isDetails,
  openContact,
  searchContacts,
  wasSaved,
} from "./find-contact.ts";
import { findElement, isClickable, isField, normalised } from "./match-label.ts";
import { goBack, reachApp } from "./reach-app.ts";
import { seek } from "./seek.ts";
import { done, isAction, type Outcome, type Scene, type Skill, stuck, tapOn } from "./skill.ts";

const dialogDelete = ["Delete", "Move to bin", "Move to trash", "OK"];

const showsText = (elements: readonly ElementView[], text: string): boolean => {
  const wanted = normalised(text);
  const said = (element: ElementView): string =>
    normalised(`${element.title || element.description} ${element.summary}`);
  return elements.some((element) => !isField(element) && said(element).includes(wanted));
};

/** The first of the wanted texts that the contact's page does not show. */
function missingOn(elements: readonly ElementView[], wanted: ContactFields): string | undefined {
  const digits = (text: string): string => text.replace(/\D/g, "");
  const shown = elements.map((element) => digits(`${element.title} ${element.summary}`));
  return Object.entries(wanted).find(([field, text]) =>
    field === "phone" ? !shown.some((number) => number.includes(digits(text))) : !showsText(elements, text),
  )?.[1];
}

/** After Save, the contact's own page must say what was asked for. */
function checkSaved(wanted: ContactFields, note: string, scene: Scene): Outcome {
  const { elements } = scene.view;
  if (!isDetails(elements)) return done(note);
  const missing = missingOn(elements, wanted);
  if (missing === undefined) return done(note);
  const sought = seek(scene, missing);
  return sought.kind === "stuck" ? stuck(`the contact does not show "${missing}"`) : sought;
}

export const createContact: Skill<GoalOf<"createContact">> = ({ fields }, scene) => {
  const opening = reachApp("contacts", scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  if (isContactForm(elements)) return fillContact(fields, "", scene);
  if (wasSaved(scene)) return checkSaved(fields, `the contact ${fields.name} is saved`, scene);
  const add = addButton(elements);
  return add === undefined ? goBack(scene, "a contact cannot be added here") : tapOn(add);
};

const phonePattern = /\+?\(?\d[\d\s().\-\u2010-\u2015]{2,}\d/u;
const emailPattern = /[^\s<>]+@[^\s<>]+\.[^\s<>]+/u;

/** Below the name stands the company, and neither has a title of its own. */
function companyOn(elements: readonly ElementView[]): string | undefined {
  const texts = elements.filter((element) => element.type === "TEXT" && !isClickable(element));
  const [, company, ...more] = texts;
  return more.length === 0 ? company?.title : undefined;
}

function readField(field: ContactField, elements: readonly ElementView[]): string | undefined {
  if (field === "company") return companyOn(elements);
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

const kinds: Readonly<Partial<Record<ContactField, RegExp>>> = { phone: phonePattern, email: emailPattern };

/** Whether a field that may only be added to holds something already. */
const isTaken = (fields: ContactFields, elements: readonly ElementView[]): boolean =>
  (Object.keys(fields) as ContactField[]).some((field) => {
    const pattern = kinds[field];
    return pattern === undefined || readField(field, elements) !== undefined;
  });

export const editContact: Skill<GoalOf<"editContact">> = (goal, scene) => {
  const { elements } = scene.view;
  if (isContactForm(elements)) return fillContact(goal.fields, fullName(goal.name, scene), scene);
  if (wasSaved(scene)) return checkSaved(goal.fields, `${goal.name} is changed`, scene);
  const opening = openContact(goal.name, scene);
  if (opening !== undefined) return opening;
  if (goal.isNew === true && isTaken(goal.fields, elements))
    return stuck(`${goal.name} has one already, and a second cannot be added`);
  const edit = findElement(elements, ["Edit contact", "Edit"], { only: isClickable, atLeast: 95 });
  return edit === undefined ? stuck("the contact cannot be edited") : tapOn(edit);
};

/** The name as its row had it: a task may name a contact by a part of it. */
function fullName(name: string, { steps }: Scene): string {
  const opened = steps.findLast((step) => step.thinking.includes(`I open the page of ${name}.`));
  const label = /^[A-Z]+ "(.*)"$/.exec(opened?.target ?? "")?.[1];
  const parts = label?.split(" | ") ?? [];
  return parts.find((part) => normalised(part).includes(normalised(name))) ?? name;
}

export const deleteContact: Skill<GoalOf<"deleteContact">> = (goal, scene) => {
  const { elements } = scene.view;
  const asked = scene.steps.some((step) => isAction(step, "tap") && /"Delete/.test(step.target));
  const confirm = asked ? findElement(elements, dialogDelete, { only: isClickable, atLeast: 95 }) : undefined;
  const isDialog = findElement(elements, ["Cancel"], { only: isClickable, atLeast: 95 }) !== undefined;
  if (confirm !== undefined && isDialog) return tapOn(confirm, "I confirm.");
  const isConfirmed = scene.steps.some((step) => step.thinking.includes("I confirm."));
  if (isConfirmed && addButton(elements) !== undefined) return done(`${goal.name} is deleted`);
  const remove = findElement(elements, ["Delete", "Delete contact"], { only: isClickable, atLeast: 95 });
  if (remove !== undefined && isMenuOpen(scene)) return tapOn(remove);
  const opening = openContact(goal.name, scene);
  if (opening !== undefined) return opening;
  const menu = findElement(elements, ["More options"], { only: isClickable, atLeast: 95 });
  return menu === undefined ? stuck("there is no menu to delete the contact") : tapOn(menu);
};

const isMenuOpen = (scene: Scene): boolean => {
  const last = scene.steps.at(-1);
  return isAction(last, "tap") && /"More options/.test(last?.target ?? "");
};

export const starContact: Skill<GoalOf<"starContact">> = (goal, scene) => {
  const opening = openContact(goal.name, scene);
  if (opening !== undefined) return opening;
  const find = (label: string) =>
    findElement(scene.view.elements, [label], { only: isClickable, atLeast: 95 });
  const [add, remove] = [find("Add to favorites"), find("Remove from favorites")];
  const [wanted, opposite] = goal.on ? [add, remove] : [remove, add];
  if (wanted !== undefined) return tapOn(wanted);
  return opposite === undefined
    ? stuck("there are no favorites here")
    : done(`${goal.name} is ${goal.on ? "a favorite" : "no favorite"}`);
};

export const hasContact: Skill<GoalOf<"hasContact">> = ({ name }, scene) => findContact(name, scene);

export const openContactPage: Skill<GoalOf<"openContact">> = ({ name }, scene) =>
  openContact(name, scene) ?? done(`the page of ${name} is open`);

export const whoHas: Skill<GoalOf<"whoHas">> = ({ text }, scene) => {
  const searching = searchInContacts(text, scene);
  if (searching.kind !== "done") return searching;
  const [row, ...more] = contactRows(scene.view.elements);
  if (row === undefined) return stuck(`no contact has "${text}"`);
  const name = row.summary || row.title;
  return more.length > 0 ? stuck(`more than one contact has "${text}"`) : done(`${text}: ${name}`, name);
};

export const tellContacts: Skill<GoalOf<"tellContacts">> = ({ how }, scene) => {
  const opening = reachApp("contacts", scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  if (addButton(elements) === undefined || elements.some(isField))
    return goBack(scene, "this is not the list of contacts");
  if (elements.some((element) => element.flags.has("SCROLLABLE")))
    return stuck("there are more contacts than fit on the screen");
  const names = contactRows(elements).map(({ title, summary }) => summary || title);
  const answer = how === "count" ? String(names.length) : names.join(", ") || "none";
  return done(`contacts: ${answer}`, answer);
};

export function searchInContacts(text: string, scene: Scene): Outcome {
  const opening = reachApp("contacts", scene);
  if (opening !== undefined) return opening;
  if (addButton(scene.view.elements) === undefined) return goBack(scene, "this is not the list of contacts");
  const searching = searchContacts(text, scene);
  if (searching !== undefined) return searching;
  return scene.view.elements.some(isField)
    ? done(`contacts are searched for "${text}"`)
    : stuck("there is no search");
}
