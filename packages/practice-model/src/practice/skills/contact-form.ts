import type { ContactFields } from "../goals/goal.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { type FormField, fieldFor, fillForm, missingFields } from "./fill-form.ts";
import { findElement, isClickable, isField, normalised } from "./match-label.ts";
import { seek } from "./seek.ts";
import { act, type Outcome, type Scene, stuck, tapOn } from "./skill.ts";

const firstName = ["First name", "Given name"];
const lastName = ["Last name", "Surname", "Family name"];

const exactly =
  (text: string) =>
  (content: string): boolean =>
    normalised(content) === normalised(text);
const isPhone = (content: string): boolean => /^\+?[\d\s().-]{4,}$/.test(content);
const isEmail = (content: string): boolean => /^\S+@\S+$/.test(content);

/** Where the editor parts names, the last word is the last name. */
function partName(name: string): { readonly first: string; readonly last: string } {
  const words = name.trim().split(/\s+/);
  return words.length > 1
    ? { first: words.slice(0, -1).join(" "), last: words.at(-1) ?? "" }
    : { first: name, last: "" };
}

function nameFields(name: string, oldName: string, { view, steps }: Scene): FormField[] {
  const { first, last } = partName(name);
  const old = partName(oldName);
  const typed = steps.some((step) => step.action?.text === first);
  const parted =
    typed || (fieldFor(view.elements, firstName) ?? fieldFor(view.elements, lastName)) !== undefined;
  const isEdit = oldName !== "";
  if (!parted && !isEdit) return [{ labels: ["Name", "Full name"], text: name }];
  return [
    { labels: firstName, text: first, ...(isEdit ? { holds: exactly(old.first) } : {}) },
    ...(last === ""
      ? []
      : [{ labels: lastName, text: last, ...(isEdit ? { holds: exactly(old.last) } : {}) }]),
  ];
}

function contactFields(wanted: ContactFields, oldName: string, scene: Scene): FormField[] {
  const old = partName(oldName);
  return [
    ...(wanted.name === undefined ? [] : nameFields(wanted.name, oldName, scene)),
    ...(wanted.firstName === undefined
      ? []
      : [{ labels: firstName, text: wanted.firstName, holds: exactly(old.first) }]),
    ...(wanted.lastName === undefined
      ? []
      : [
          {
            labels: lastName,
            text: wanted.lastName,
            ...(old.last === "" ? {} : { holds: exactly(old.last) }),
          },
        ]),
    ...(wanted.company === undefined
      ? []
      : [{ labels: ["Company", "Organization", "Organisation"], text: wanted.company }]),
    ...(wanted.phone === undefined
      ? []
      : [{ labels: ["Phone", "Phone number", "Mobile"], text: wanted.phone, holds: isPhone }]),
    ...(wanted.email === undefined
      ? []
      : [{ labels: ["Email", "E-mail", "Email address"], text: wanted.email, holds: isEmail }]),
  ];
}

export const isContactForm = (elements: readonly ElementView[]): boolean =>
  elements.filter(isField).length >= 2 && saveButton(elements) !== undefined;

export const saveButton = (elements: readonly ElementView[]): ElementView | undefined =>
  findElement(elements, ["Save", "Done", "Save contact"], { only: isClickable, atLeast: 95 });

/** Fills the editor of a contact and saves it; `oldName` is the name it has, "" for a new one. */
export function fillContact(wanted: ContactFields, oldName: string, scene: Scene): Outcome {
  // A text cannot be typed away to nothing, so a last name cannot be taken off.
  if (wanted.name !== undefined && partName(oldName).last !== "" && partName(wanted.name).last === "")
    return stuck("I cannot empty the last name");
  const fields = contactFields(wanted, oldName, scene);
  const filling = fillForm(fields, scene);
  if (filling !== undefined) return filling;
  const missing = missingFields(fields, scene)[0];
  if (missing === undefined) {
    const save = saveButton(scene.view.elements);
    return save === undefined
      ? stuck("the form has no Save button")
      : tapOn(save, "Everything is filled in, so I save.");
  }
  const label = missing.labels[0] ?? "field";
  const opener = findElement(
    scene.view.elements,
    missing.labels.flatMap((name) => [`Add ${name}`, name]),
    { only: (element) => isClickable(element) && !isField(element), atLeast: 95 },
  );
  if (opener !== undefined) return tapOn(opener);
  const sought = seek(scene, label);
  if (sought.kind !== "stuck") return sought;
  const more = findElement(scene.view.elements, ["More fields", "See more"], {
    only: isClickable,
    atLeast: 95,
  });
  return more === undefined
    ? act({ action: "back" }, `There is no field "${label}" in sight: something may cover it.`)
    : tapOn(more);
}
