import type { DeviceChange } from "../../contracts/judging/device-changes.ts";
import { mentionsKind } from "./change-words.ts";
import { named, valuesOf } from "./changed-values.ts";
import { digitsOf, hasNumber, hasPhrase, plainWords, type Said } from "./said.ts";

export interface Told {
  readonly said: Said;
  /** As it was written. */
  readonly text: string;
}

/** What speaks against a claim, a sentence; null: nothing does. */
type Contradiction = (changes: readonly DeviceChange[], told: Told) => string | null;

const cellsOf = ({ before, after }: DeviceChange): readonly string[] => [
  ...Object.values(before ?? {}),
  ...Object.values(after ?? {}),
];

/** A number is named, no change holds it, and what was written holds another. */
const otherNumber: Contradiction = (changes, { said }) => {
  const written = changes.filter(({ after }) => after !== null).flatMap((one) => valuesOf(one).numbers);
  const isHeld = changes
    .flatMap(cellsOf)
    .some((cell) => said.numbers.some((number) => digitsOf(cell).includes(number)));
  const [other] = written;
  if (other === undefined || said.numbers.length === 0 || isHeld) return null;
  return written.some((number) => hasNumber(said, number))
    ? null
    : `The task names ${said.numbers[0]}, and what was changed holds ${other}.`;
};

const otherMail: Contradiction = (changes, { said }) => {
  const cells = changes.flatMap(cellsOf).map((cell) => cell.toLowerCase());
  const other = cells.find((cell) => /^\S+@\S+\.\S+$/.test(cell));
  if (other === undefined || said.mails.length === 0) return null;
  const isHeld = said.mails.some((mail) => cells.some((cell) => cell.includes(mail)));
  return isHeld ? null : `The task names ${said.mails[0]}, and what was changed holds ${other}.`;
};

const otherTime: Contradiction = (changes, { said }) => {
  const times = changes.flatMap((one) => valuesOf(one).times);
  const [other] = times;
  if (other === undefined || said.times.length === 0 || times.some((time) => said.times.includes(time)))
    return null;
  const clock = `${Math.floor(other / 60)}:${String(other % 60).padStart(2, "0")}`;
  return `The alarm that was changed is at ${clock}, and the task names another time.`;
};

const otherDuration: Contradiction = (changes, { said }) => {
  const lengths = changes.flatMap((one) => valuesOf(one).durations);
  const [other] = lengths;
  if (other === undefined || said.durations.length === 0) return null;
  return lengths.some((length) => said.durations.includes(length))
    ? null
    : `What was changed is set to ${other} s, and the task names another length of time.`;
};

const several = /\b(?:all|every\w*|each|both|clear|empty|whole|history|any|two|three|duplicates?)\b/;
const removing =
  /\b(?:delet|remov|clear|eras|mov|renam|replac|cancel|merg|empt|tak|discard|archiv|uninstall|clean|tid|free|reset|drop|trash|get rid|put away|throw|organi[sz]|sort)/;

/** Something was removed that the text does not name, though it names what is to be removed, or nothing was to be. */
const wrongRemoved: Contradiction = (changes, { said }) => {
  const removed = changes.filter(
    (one) => one.change === "removed" && one.kind !== "setting" && !isSuperseded(one, changes),
  );
  const [first] = removed;
  const notAsked = (one: DeviceChange): string => `The task does not ask for this: ${one.text}.`;
  if (first !== undefined && said.isEnglish && !removing.test(said.text)) return notAsked(first);
  if (several.test(said.text)) return null;
  const owners = new Set(removed.filter((one) => named(one, said) === "whole").flatMap(ownersOf));
  const other = removed.find(
    (one) => !ownersOf(one).some((owner) => owners.has(owner)) && named(one, said) !== "whole",
  );
  if (other === undefined || (owners.size === 0 && (!said.names || named(other, said) === "partly")))
    return null;
  return notAsked(other);
};

/** Whose row it is; a row or its own file is its own. */
export const ownersOf = ({ where, before, after }: DeviceChange): readonly string[] => {
  const raw = (after ?? before)?.raw_contact_id;
  if (raw !== undefined) return [`contact ${raw}`];
  const [, contact] = /raw_contacts#(\d+)$/.exec(where) ?? [];
  return [contact === undefined ? where : `contact ${contact}`];
};

/** A row or a file that came back under another name was changed. */
const isSuperseded = (removed: DeviceChange, changes: readonly DeviceChange[]): boolean =>
  changes.some(
    (one) =>
      one.change === "added" &&
      one.kind === removed.kind &&
      (one.kind === "file" || ownersOf(one).some((owner) => ownersOf(removed).includes(owner))),
  );

const isOwnThing = ({ kind, where }: DeviceChange): boolean =>
  kind === "file" || /\/(?:raw_contacts|data|events|alarms)#/.test(where);

/** A second one beside that which was to be changed or moved. */
const addedBeside: Contradiction = (changes, { said }) => {
  if (!/\b(?:move[ds]?|rename[ds]?|change[ds]?|reschedule|postpone|correct)\b/.test(said.text)) return null;
  if (/\b(?:add|create|copy|new|another)\b/.test(said.text.replace(/\bnew (?:phone )?(?:number|name)\b/, "")))
    return null;
  const things = changes.filter(isOwnThing);
  const [first] = things;
  if (first === undefined || things.some(({ change }) => change !== "added")) return null;
  return `The task asks to change what is there, and this is a new one beside it: ${first.text}.`;
};

const folderNamed = /\bfolder\s+(?:named\s+|called\s+)?["“]?\p{Lu}|\p{Lu}[\p{L}\d]*["”]?\s+folder\b/u;
const takenFrom = /\b(?:from|in|of) (?:the |my )?(\p{Lu}[\p{L}\d]*) folder\b/u;
const parentOf = (path: string): string => path.split("/").at(-2) ?? "";

/** The task names folders, and a file came into another one. */
const otherFolder: Contradiction = (changes, { said, text }) => {
  if (!folderNamed.test(text)) return null;
  const files = changes.filter(({ kind }) => kind === "file");
  const [, from] = takenFrom.exec(text) ?? [];
  const gone = files.find(({ change }) => change === "removed");
  if (from !== undefined && gone !== undefined && !files.some(({ where }) => where.includes(`/${from}/`)))
    return `The task names the folder ${from}: ${gone.text}.`;
  const known = new Set(files.filter(({ change }) => change !== "added").map(({ where }) => parentOf(where)));
  const astray = files.find(
    ({ change, where }) =>
      change === "added" && !known.has(parentOf(where)) && !hasPhrase(said, parentOf(where)),
  );
  return astray === undefined ? null : `The task names another folder: ${astray.text}.`;
};

const newName =
  /\b(?:(?:[Cc]reate|[Aa]dd|[Mm]ake|[Ww]rite|[Ss]ave|[Nn]ew|[Pp]ut|[Ss]et)\b[^.;\n]{0,60}?\b(?:named|called|titled|label(?:l?ed)? it|with the (?:label|title|name))|(?:company|title|label) is)\s+(?:["“]([^"”]{1,80})|((?:\p{Lu}[\p{L}\p{N}'’-]*\s?)+))/gu;

/** What is made is to have a name, and nothing that changed has it. */
const otherName: Contradiction = (changes, { text }) => {
  const things = changes.filter((one) => isOwnThing(one) && one.change !== "removed");
  if (things.length === 0) return null;
  const held = changes.map((one) => ` ${plainWords([one.where, ...cellsOf(one)].join(" "))} `);
  const missing = [...text.matchAll(newName)]
    .map(([, quoted, bare = ""]) => (quoted ?? bare).trim())
    .find((name) => !held.some((one) => one.includes(` ${plainWords(name)} `)));
  return missing === undefined ? null : `Nothing that was changed is called ${JSON.stringify(missing)}.`;
};

const quotedMessage =
  /\b(?:says?|saying|with|reads?|reading|text\s[^"“.]{1,40})\s*:?\s*["“]([^"”]{2,500})["”]/iu;

/** What is to be sent is quoted, and what was sent reads otherwise. */
const otherMessage: Contradiction = (changes, { text }) => {
  const [, quoted] = quotedMessage.exec(text) ?? [];
  const bodies = changes.flatMap(({ after }) => (after?.body === undefined ? [] : [after.body]));
  const [other] = bodies;
  if (quoted === undefined || other === undefined) return null;
  return bodies.some((body) => plainWords(body) === plainWords(quoted))
    ? null
    : `The task quotes the message, and what was written reads ${JSON.stringify(other)}.`;
};

/** Nothing of all that changed is what the text speaks of. */
const unrelated: Contradiction = (changes, { said }) => {
  const [first] = changes;
  if (first === undefined || !changes.every((one) => isUnsaid(one, said))) return null;
  return `What was changed is not what the task is about: ${first.text}.`;
};

/** Nobody mentions it: not what it is called, nor, in English, what kind of thing it is. */
export const isUnsaid = (change: DeviceChange, said: Said): boolean =>
  named(change, said) === "no" && said.isEnglish && mentionsKind(change, said.text) === "unsaid";

/** In this order: the first contradiction is reported. */
export const contradictions: readonly Contradiction[] = [
  otherNumber,
  otherMail,
  otherTime,
  otherDuration,
  unrelated,
  wrongRemoved,
  addedBeside,
  otherFolder,
  otherMessage,
  otherName,
];
