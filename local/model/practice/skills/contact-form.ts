import type { ContactFields } from "../goals/goal.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { type FormField, fieldFor, fillForm, missingFields } from "./fill-form.ts";
import { findElement, isClickable, isField } from "./match-label.ts";
import { seek } from "./seek.ts";
import { act, type Outcome, type Scene, stuck, tap } from "./skill.ts";

const firstName = ["First name", "Given name", "Name prefix"].slice(0, 2);
const lastName = ["Last name", "Surname", "Family name"];

function nameFields(
  name: string,
  elements: readonly ElementView[],
  typed: (text: string) => boolean,
): FormField[] {
  const words = name.trim().split(/\s+/);
  const first = words.length > 1 ? words.slice(0, -1).join(" ") : name;
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  const parted =
    (fieldFor(elements, firstName) ?? fieldFor(elements, lastName)) !== undefined || typed(first);
  if (!parted) return [{ labels: ["Name", "Full name"], text: name }];
  return [{ labels: firstName, text: first }, ...(last === "" ? [] : [{ labels: lastName, text: last }])];
}

function contactFields(wanted: ContactFields, { view, steps }: Scene): FormField[] {
  const typed = (text: string): boolean => steps.some((step) => step.action?.text === text);
  return [
    ...(wanted.name === undefined ? [] : nameFields(wanted.name, view.elements, typed)),
    ...(wanted.phone === undefined
      ? []
      : [{ labels: ["Phone", "Phone number", "Mobile"], text: wanted.phone }]),
    ...(wanted.email === undefined
      ? []
      : [{ labels: ["Email", "E-mail", "Email address"], text: wanted.email }]),
  ];
}

export const isContactForm = (elements: readonly ElementView[]): boolean =>
  elements.filter(isField).length >= 2 && saveButton(elements) !== undefined;

export const saveButton = (elements: readonly ElementView[]): ElementView | undefined =>
  findElement(elements, ["Save", "Done", "Save contact"], { only: isClickable, atLeast: 95 });

/** Fills the editor of a contact and saves it. */
export function fillContact(wanted: ContactFields, scene: Scene): Outcome {
  const fields = contactFields(wanted, scene);
  const filling = fillForm(fields, scene);
  if (filling !== undefined) return filling;
  const missing = missingFields(fields, scene)[0];
  if (missing === undefined) {
    const save = saveButton(scene.view.elements);
    return save === undefined
      ? stuck("the form has no Save button")
      : tap(save, "Everything is filled in, so I save.");
  }
  const label = missing.labels[0] ?? "field";
  const opener = findElement(
    scene.view.elements,
    missing.labels.flatMap((name) => [`Add ${name}`, name]),
    { only: (element) => isClickable(element) && !isField(element), atLeast: 95 },
  );
  if (opener !== undefined) return tap(opener);
  const sought = seek(scene, label);
  if (sought.kind !== "stuck") return sought;
  const more = findElement(scene.view.elements, ["More fields", "See more"], {
    only: isClickable,
    atLeast: 95,
  });
  return more === undefined
    ? act({ action: "back" }, `There is no field "${label}" in sight: something may cover it.`)
    : tap(more);
}
