import { kindOf, type ThingNoun } from "../knowledge/kinds-of-things.ts";
import type { Goal } from "./goal.ts";
import { type NamedThing, namedThing, targetPlace } from "./read-named-thing.ts";
import { groupsIn } from "./words/groups-in.ts";

const listed: readonly ThingNoun[] = ["note", "playlist", "folder", "file", "event"];

const unquoted = (text: string): string => text.trim().replace(/^["“']|["”']$/g, "");
const at = ({ app, within, name }: NamedThing) => ({ app, within, thing: name });

const says =
  "(?:\\s*,)?\\s+(?:(?:that|which)\\s+(?:says|reads|holds|contains)|saying|(?:and\\s+)?with(?!\\s+the\\s+(?:title|name)\\b)(?:\\s+the)?(?:\\s+following)?(?:\\s+(?:text|words|content|body))?|and\\s+the\\s+(?:text|words|content|body)|containing|holding|and\\s+write)\\s*(?:just\\s+)?:?\\s*";

/** "Write a note titled Plumber that says …", "Make a new playlist called …". */
function readMake(clause: string): Goal | undefined {
  const verb = "(?:write|create|make|add|start|take|save|new|set\\s+up|compose)";
  const made = groupsIn(clause, [
    `${verb}\\s+(?<what>.+?)(?:${says}|\\s*:\\s*)["“](?<text>[^"”]+)["”]`,
    `${verb}\\s+(?<what>.+?)${says}(?<text>.+)`,
    `${verb}\\s+(?<what>.+)`,
    `(?:put|write|note\\s+down|save)\\s+(?<text>.+?)\\s+(?:in|into|to|as)\\s+(?<what>an?\\s+(?:new\\s+)?note\\s+.+)`,
  ]);
  if (made?.what === undefined || /^(?:the|my)\s+note\b/i.test(made.what)) return undefined;
  const thing = namedThing(made.what, ["note", "playlist", "folder"]);
  if (thing === undefined || thing.noun === "song") return undefined;
  const kind = kindOf(thing.noun);
  const text = unquoted(made.text ?? "");
  if (text !== "" && kind.textField === undefined) return undefined;
  return {
    kind: "makeThing",
    app: thing.app,
    within: thing.within,
    noun: thing.noun,
    fields: [
      { labels: kind.nameField, text: thing.name },
      ...(text === "" || kind.textField === undefined ? [] : [{ labels: kind.textField, text }]),
    ],
  };
}

function readRemove(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    "(?:delete|remove|erase|get\\s+rid\\s+of|throw\\s+(?:away|out)|trash|discard|drop|cancel|clear)\\s+(?<what>.+)",
  ]);
  const thing = namedThing(found?.what ?? "", listed);
  return thing === undefined ? undefined : { kind: "removeThing", ...at(thing) };
}

function readRename(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    "rename\\s+(?<what>.+?)\\s+(?:to|into|as)\\s+(?<name>.+?)(?:,\\s+with\\s+all.*)?",
    "(?:change|set)\\s+the\\s+(?:name|title)\\s+of\\s+(?<what>.+?)\\s+to\\s+(?<name>.+)",
    "give\\s+(?<what>.+?)\\s+the\\s+(?:new\\s+)?(?:name|title)\\s+(?<name>.+)",
    '(?:call|name)\\s+(?<what>(?:the|my)\\s+(?:note|file|folder|playlist)\\s+.+?)\\s+(?<name>["“].+["”])',
  ]);
  const thing = namedThing(found?.what ?? "", listed);
  const to = unquoted(found?.name ?? "");
  return thing === undefined || thing.noun === "event" || to === ""
    ? undefined
    : { kind: "renameThing", ...at(thing), to };
}

function readMove(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    "(?<verb>move|put|copy|bring|transfer|shift)\\s+(?<what>.+?)\\s+(?:to|into)\\s+(?<to>.+)",
    "(?<verb>move|put|copy|bring|transfer|shift)\\s+(?<what>.+?)\\s+in\\s+(?<to>.+)",
  ]);
  if (found === undefined) return undefined;
  const thing = namedThing(found.what ?? "", ["note", "file", "folder"]);
  const to = targetPlace(found.to ?? "");
  if (thing === undefined || to === undefined) return undefined;
  return { kind: "moveThing", ...at(thing), to: to.split(" / "), copy: /^copy/i.test(found.verb ?? "") };
}

const tickVerb = "(?:tick(?:\\s+off)?|check(?:\\s+off)?|cross\\s+off|mark)";

function readTick(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `${tickVerb}\\s+(?<item>.+?)(?:\\s+off)?(?:\\s+as\\s+(?:done|bought|packed|ticked))?\\s+(?:in|on|of|from)\\s+(?<what>.+?\\bnotes?\\b.*|.+\\s+(?:note|list))`,
  ]);
  const thing = namedThing((found?.what ?? "").replace(/\blist$/i, "note"), ["note"]);
  if (thing === undefined || found?.item === undefined) return undefined;
  const item = unquoted(found.item);
  const isAll = /^(?:all|every|everything|each)\b/i.test(item);
  return { kind: "tickItems", app: thing.app, thing: thing.name, ...(isAll ? {} : { item }) };
}

/** `Add "Tilda" as a new line at the end of my note Guests`. */
function readAppend(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    '(?:add|append|write|put)\\s+(?:the\\s+(?:line|words|text)\\s+)?(?<text>["“][^"”]+["”]|\\S+(?:\\s\\S+){0,5}?)(?:\\s+as\\s+(?:a|the)\\s+(?:new\\s+|last\\s+)?line)?\\s+(?:at|to|on|onto)\\s+(?:the\\s+(?:end|bottom)\\s+of\\s+)?(?<what>(?:the|my)\\s+(?:note\\s+.+|.+\\s+note))',
  ]);
  const thing = namedThing(found?.what ?? "", ["note"]);
  if (thing === undefined || found?.text === undefined) return undefined;
  return { kind: "appendText", app: thing.app, thing: thing.name, text: unquoted(found.text) };
}

function readContent(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    "what\\s+(?:does|do)\\s+(?<what>.+?)\\s+(?:say|contain|hold|read)",
    "(?:what(?:'s|\\s+is)|tell\\s+me\\s+what(?:'s|\\s+is)|read\\s+out\\s+what(?:'s|\\s+is))\\s+(?:written\\s+)?(?:in|on)\\s+(?<what>.+)",
    "(?:read|show|tell)(?:\\s+me)?(?:\\s+out)?\\s+(?:the\\s+(?:text|content)s?\\s+of\\s+)?(?<what>.+?)(?:\\s+(?:aloud|to\\s+me))?",
    "what(?:'s|\\s+is)\\s+the\\s+(?<fact>(?:phone\\s+)?number|code|pin)\\s+in\\s+(?<what>.+)",
  ]);
  const thing = namedThing(found?.what ?? "", ["note"]);
  if (thing === undefined) return undefined;
  const what = found?.fact === undefined ? "text" : /code|pin/i.test(found.fact) ? "code" : "number";
  return { kind: "readThing", app: thing.app, thing: thing.name, what };
}

function readCount(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    "(?:tell\\s+me\\s+)?(?:how\\s+many|count(?:\\s+up)?|the\\s+number\\s+of)\\s+(?:the\\s+|all\\s+)?(?<noun>files|folders)(?:\\s+(?:are(?:\\s+there)?|do\\s+I\\s+have))?(?<where>\\s+(?:in|inside)\\s+.+)",
    "(?:tell\\s+me\\s+)?how\\s+many\\s+(?<noun>files|folders)\\s+(?:does|do)\\s+(?<of>.+?)\\s+(?:contain|hold|have)(?:\\s+in\\s+it)?",
  ]);
  if (found?.noun === undefined) return undefined;
  const thing = namedThing(`file x.txt${found.where ?? ` in ${found.of}`}`, ["file"]);
  if (thing === undefined || !/^x\.txt$/.test(thing.name)) return undefined;
  const noun = /^file/i.test(found.noun) ? "file" : "folder";
  return { kind: "countThings", app: thing.app, within: thing.within, noun };
}

function readThere(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    "(?:(?:check|tell\\s+me|see)\\s+(?:if|whether)\\s+)?(?:is\\s+there|there\\s+is|do\\s+I\\s+have|I\\s+have|have\\s+I\\s+got)\\s+(?<what>an?\\s+.+)",
    "does\\s+(?:an?|the)\\s+(?<what>.+?)\\s+exist(?<where>\\s+in\\s+.+)?",
  ]);
  const thing = namedThing(`${found?.what ?? ""}${found?.where ?? ""}`, [
    "note",
    "playlist",
    "folder",
    "file",
    "song",
  ]);
  return thing === undefined ? undefined : { kind: "hasThing", ...at(thing) };
}

/** Goals about things of a kind that the clause names: notes, files and folders, playlists, events. */
export const readKindGoal = (clause: string): Goal | undefined =>
  readAppend(clause) ??
  readTick(clause) ??
  readMake(clause) ??
  readRemove(clause) ??
  readRename(clause) ??
  readMove(clause) ??
  readCount(clause) ??
  readThere(clause) ??
  readContent(clause);
