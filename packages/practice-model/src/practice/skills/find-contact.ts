import type { ElementView } from "../prompt/prompt-view.ts";
import { isHeld } from "./fill-form.ts";
import { findElement, isClickable, isField, normalised } from "./match-label.ts";
import { goBack, reachApp } from "./reach-app.ts";
import { seek } from "./seek.ts";
import { act, done, hadNoEffect, isAction, type Outcome, type Scene, stuck, tapOn, tapsOn } from "./skill.ts";

const addLabels = ["Create contact", "Create new contact", "Add new contact", "Add contact", "New contact"];

export const addButton = (elements: readonly ElementView[]): ElementView | undefined =>
  findElement(elements, addLabels, { only: isClickable, atLeast: 95 });

export const isDetails = (elements: readonly ElementView[]): boolean =>
  findElement(elements, ["Edit contact", "Edit"], { only: isClickable, atLeast: 95 }) !== undefined;

const withoutAccents = (text: string): string => normalised(text).normalize("NFD").replace(/\p{M}/gu, "");
const wordsOf = (text: string): readonly string[] =>
  withoutAccents(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** The names a row may show: the first may be the letter that heads a part of the list. */
const namesOn = ({ title, summary }: ElementView): readonly string[] =>
  [title, ...summary.split(" | ")].filter((name) => name !== "");

const isNamed = (element: ElementView, name: string): boolean =>
  namesOn(element).some((shown) => normalised(shown) === normalised(name));
const isPartly = (element: ElementView, name: string): boolean =>
  namesOn(element).some((shown) => {
    const words = wordsOf(shown);
    const wanted = wordsOf(name);
    return wanted.length > 0 && wanted.every((word) => words.includes(word));
  });

const otherButtons = /^(?:search contacts|stop searching|clear search|navigate up|more options)$/i;
export const contactRows = (elements: readonly ElementView[]): ElementView[] =>
  elements.filter(
    (element) =>
      isClickable(element) &&
      !isField(element) &&
      !otherButtons.test(element.title) &&
      !addLabels.some((label) => normalised(label) === normalised(element.title)),
  );

/** The one row of that name: exactly, else the only one that has it as a part. */
function rowOf(name: string, elements: readonly ElementView[]): ElementView | "several" | undefined {
  const rows = contactRows(elements);
  const exact = rows.filter((row) => isNamed(row, name));
  const found = exact.length > 0 ? exact : rows.filter((row) => isPartly(row, name));
  return found.length > 1 ? "several" : found[0];
}

/** Types the name into the search of the app; undefined when it stands there, or there is no search. */
export function searchContacts(name: string, scene: Scene): Outcome | undefined {
  const { elements } = scene.view;
  const field = elements.find(isField);
  if (field !== undefined) {
    if (isHeld(elements, name)) return undefined;
    return act({ action: "type", element: field.id, text: name, clear: true }, `I search for "${name}".`);
  }
  const search = findElement(elements, ["Search contacts", "Search"], { only: isClickable, atLeast: 95 });
  return search === undefined || tapsOn(scene.steps, search.title).length > 2 ? undefined : tapOn(search);
}

/** The row of that very name where the whole list is in sight, so that nobody has to be searched for. */
function onlyRow(name: string, elements: readonly ElementView[]): ElementView | undefined {
  const isPart = elements.some(({ flags }) => flags.has("SCROLLABLE") || flags.has("MORE_BELOW"));
  const rows = isPart ? [] : contactRows(elements).filter((row) => isNamed(row, name));
  return rows.length === 1 ? rows[0] : undefined;
}

/** The contact's row in the list, "none" when there is no such contact. */
function seekContact(name: string, scene: Scene): ElementView | "none" | Outcome {
  const opening = reachApp("contacts", scene);
  if (opening !== undefined) return opening;
  const { elements } = scene.view;
  if (addButton(elements) === undefined) return goBack(scene, "this is not the list of contacts");
  const inSight = onlyRow(name, elements);
  if (inSight !== undefined) return inSight;
  const searching = searchContacts(name, scene);
  if (searching !== undefined) return searching;
  const row = rowOf(name, elements);
  if (row === "several") return stuck(`more than one contact is called "${name}"`);
  if (row !== undefined) return row;
  const sought = seek(scene, name);
  return sought.kind === "stuck" ? "none" : sought;
}

/** Opens the contact's page; undefined when it is open. */
export function openContact(name: string, scene: Scene): Outcome | undefined {
  const { elements } = scene.view;
  const opening = reachApp("contacts", scene);
  if (opening !== undefined) return opening;
  if (isDetails(elements)) {
    const isOpened = scene.steps.some((step) => step.thinking.includes(`I open the page of ${name}.`));
    const shows = elements.some((element) => isNamed(element, name) || isPartly(element, name));
    return isOpened && shows ? undefined : goBack(scene, `this may not be ${name}'s page`);
  }
  const row = seekContact(name, scene);
  if (row === "none") return stuck(`there is no contact "${name}"`);
  if ("kind" in row) return row;
  return tapsOn(scene.steps, row.title).filter(hadNoEffect).length > 1
    ? stuck(`the page of ${name} does not open`)
    : tapOn(row, `I open the page of ${name}.`);
}

/** Whether there is such a contact. */
export function findContact(name: string, scene: Scene): Outcome {
  const row = seekContact(name, scene);
  if (row === "none") return done(`there is no contact ${name}`, "no");
  return "kind" in row ? row : done(`there is a contact ${name}`, "yes");
}

export const wasSaved = (scene: Scene): boolean =>
  scene.steps.some(
    (step) => isAction(step, "tap") && /"(Save|Done|Save contact)/.test(step.target) && !hadNoEffect(step),
  );
