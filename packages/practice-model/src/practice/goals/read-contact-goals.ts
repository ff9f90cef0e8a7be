import type { ContactField, ContactFields, Goal } from "./goal.ts";
import { readContactFields, wholeContact } from "./read-contact-fields.ts";
import { groupsIn } from "./words/groups-in.ts";
import { properName, properNames } from "./words/proper-name.ts";
import { takeVerb } from "./words/read-verb.ts";
import { isSpent, take, words } from "./words/remainder.ts";

const fieldWords =
  "phone number|mobile number|cell number|telephone number|number|phone|mobile|cell|e-?mail address|e-?mail|mail address|company|employer|last name|surname|family name|first name|name";
const owner = "(?:the\\s+)?(?:contact\\s+)?(?<owner>[^,;]+?)";
const inContacts =
  "(?:\\s+(?:in|from|on)\\s+(?:my\\s+|the\\s+)?(?:contacts?(?: list| app)?|address book|phone ?book))?";
const asks =
  "(?:what(?:'s|\\s+is)|whats|tell me|find(?: out)?|look up|get|give me|show me|read(?: out)?|check|report|search for)";

function fieldOf(text: string): ContactField | undefined {
  if (/mail/i.test(text)) return "email";
  if (/company|employer/i.test(text)) return "company";
  if (/last|surname|family/i.test(text)) return "lastName";
  if (/first/i.test(text)) return "firstName";
  if (/^name$/i.test(text)) return "name";
  return /number|phone|mobile|cell/i.test(text) ? "phone" : undefined;
}

/** One value of the right shape, and nothing beside it. */
function checkedValue(field: ContactField, text: string): ContactFields | undefined {
  const value = text.trim().replace(/^["“']|["”']$/g, "");
  if (field === "email") return /^\S+@\S+\.\S+$/.test(value) ? { email: value } : undefined;
  if (field === "phone") return /^\+?[\d\s().-]{3,}$/.test(value) ? { phone: value } : undefined;
  const name = properName(text);
  return name === undefined ? undefined : { [field]: name };
}

function readQuestion(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `${asks}\\s+${owner}['’]s?\\s+(?<what>${fieldWords})(?:\\s+is)?${inContacts}`,
    `${asks}\\s+(?:the\\s+)?(?<what>${fieldWords})\\s+(?:of|for|saved for)\\s+${owner}(?:\\s+is)?${inContacts}`,
    `(?:what|which)\\s+(?<what>${fieldWords})\\s+(?:does|did)\\s+${owner}\\s+have${inContacts}`,
    `(?:where|which company)\\s+does\\s+${owner}\\s+(?<what>)work(?: at| for)?`,
  ]);
  const name = properName(found?.owner ?? "");
  const field = found?.what === undefined ? "company" : fieldOf(found.what);
  if (found === undefined || name === undefined || field === undefined || field === "name") return undefined;
  if (/name/i.test(field) || /^(?:the|this|my|your|device|phone)$/i.test(name)) return undefined;
  return { kind: "readContact", name, field };
}

function readEdit(clause: string): Goal | undefined {
  const verb = "(?:change|update|set|edit|replace|correct)";
  const found =
    groupsIn(clause, [
      `${verb}\\s+${owner}['’]s?\\s+(?<what>${fieldWords})\\s+(?:to|with|as)\\s+(?<value>.+)`,
      `${verb}\\s+the\\s+(?<what>${fieldWords})\\s+(?:of|for)\\s+${owner}\\s+(?:to|with|as)\\s+(?<value>.+)`,
      `rename\\s+(?:the\\s+)?(?:contact\\s+)?(?<owner>[^,;]+?)\\s+(?:to|as|into)\\s+(?<value>.+)`,
    ]) ?? undefined;
  const name = properName(found?.owner ?? "");
  const field = fieldOf(found?.what ?? "name");
  if (found === undefined || name === undefined || field === undefined) return undefined;
  const fields = checkedValue(field, found.value ?? "");
  return fields === undefined ? undefined : { kind: "editContact", name, fields };
}

/** "Add the email x@y.z to Bob Ray", "Give Bob Ray the number 555-0100". */
function readAddition(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `(?:add|save|store|enter)\\s+(?:the\\s+|an?\\s+)?(?:new\\s+)?(?<what>${fieldWords})\\s+(?<value>\\S+(?:\\s[\\d\\s().-]+)?)\\s+(?:to|for)\\s+(?:the\\s+)?(?:existing\\s+)?contact\\s+(?<owner>[^,;]+?)`,
    `add\\s+(?:the\\s+|an?\\s+)?(?<what>e-?mail(?: address)?)\\s+(?<value>\\S+@\\S+)\\s+to\\s+(?<owner>[^,;]+?)`,
    `give\\s+${owner}\\s+(?:the\\s+|an?\\s+)?(?<what>${fieldWords})\\s+(?<value>.+)`,
  ]);
  const name = properName((found?.owner ?? "").replace(/['’]s contact$/i, ""));
  const field = fieldOf(found?.what ?? "");
  if (found === undefined || name === undefined || field === undefined) return undefined;
  const fields = checkedValue(field, found.value ?? "");
  return fields === undefined ? undefined : { kind: "editContact", name, fields, isNew: true };
}

function readDelete(clause: string): Goal[] | undefined {
  const verb = "(?:delete|remove|erase|get rid of|drop)";
  const found = groupsIn(clause, [
    `${verb}\\s+(?:the\\s+|my\\s+)?(?:contacts?|contact entry|entry)\\s+(?:of\\s+|for\\s+|named\\s+|called\\s+)?(?<owner>.+?)${inContacts}`,
    `${verb}\\s+(?<owner>.+?)(?:['’]s contact(?: entry)?|\\s+from\\s+(?:my\\s+|the\\s+)?(?:contacts?(?: list| app)?|address book|phone ?book))`,
    `${verb}\\s+(?:the\\s+|my\\s+)?(?<owner>.+?)\\s+contacts?`,
  ]);
  const names = found?.owner === undefined ? undefined : properNames(found.owner);
  return names?.map((name) => ({ kind: "deleteContact", name }));
}

function readStar(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `(?<verb>add|put|remove|delete|take)\\s+(?:the\\s+)?(?:contact\\s+)?(?<owner>[^,;]+?)\\s+(?:to|in|from|as|off|out of)\\s+(?:my\\s+|the\\s+|a\\s+)?favou?rites?(?: contacts?| list)?`,
    `(?:make|mark|set)\\s+(?:the\\s+)?(?:contact\\s+)?(?<owner>[^,;]+?)\\s+(?:as\\s+)?(?:a\\s+|my\\s+)?(?:favou?rite(?: contact)?|starred)`,
    `(?<verb>star|unstar|favou?rite|unfavou?rite)\\s+(?:the\\s+)?(?:contact\\s+)?(?<owner>[^,;]+?)`,
  ]);
  const name = properName(found?.owner ?? "");
  if (found === undefined || name === undefined) return undefined;
  return { kind: "starContact", name, on: !/^(?:remove|delete|take|un)/i.test(found.verb ?? "") };
}

function readExistence(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `(?:(?:tell me|check|find out|see)\\s+)?(?:(?:if|whether)\\s+)?(?:is there|there is|do i have|i have)\\s+(?:a\\s+)?(?:contact|someone|anyone|person|anybody)\\s+(?:named\\s+|called\\s+|with the name\\s+|for\\s+)?(?<owner>[^,;]+?)${inContacts}`,
    `(?:(?:tell me|check|find out|see)\\s+)?(?:(?:if|whether)\\s+)?(?:is|do i have)?\\s*(?<owner>[^,;]+?)\\s+(?:is\\s+)?(?:in|among|saved in|part of)\\s+(?:my\\s+|the\\s+)(?:contacts?(?: list)?|address book)`,
  ]);
  if (!/^(?:tell|check|find out|see|is|do)\b/i.test(clause)) return undefined;
  const name = properName(found?.owner ?? "");
  return name === undefined ? undefined : { kind: "hasContact", name };
}

function readPage(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `(?:open|show|view|display|bring up|pull up|find)(?: me)?\\s+(?<owner>[^,;]+?)(?:['’]s)\\s+(?:contact(?: page| card| details| entry| info)?|details)${inContacts}`,
    `(?:open|show|view|display|bring up|pull up|find)(?: me)?\\s+the\\s+contact\\s+(?:of\\s+|for\\s+|named\\s+|called\\s+)?(?<owner>[^,;]+?)`,
  ]);
  const name = properName(found?.owner ?? "");
  return name === undefined ? undefined : { kind: "openContact", name };
}

function readOwner(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `(?:tell me\\s+)?(?:whose|who(?:'s| is| has| owns)?|which contact(?: has| owns)?)\\s+(?:does\\s+)?(?:the\\s+)?(?:phone |e-?mail )?(?:number|e-?mail|address)?(?: address)?\\s*(?:is\\s+)?(?<text>\\+?[\\d][\\d\\s().-]+\\d|\\S+@\\S+?)(?:\\s+belongs?(?:\\s+to)?)?`,
  ]);
  return found?.text === undefined ? undefined : { kind: "whoHas", text: found.text };
}

const small = words(
  "the my all of in are there do i have saved names name list on this phone app stored currently exist address book me for got people does contain",
);

function readTell(clause: string): Goal | undefined {
  const verb = takeVerb(clause);
  if (verb === undefined || (verb.intent !== "count" && verb.intent !== "list")) return undefined;
  const taken = take(verb.rest, /\bcontacts\b/i);
  const rest = taken === undefined ? undefined : taken.rest.replace(/\bcontacts(?: app| list)?\b/i, " ");
  return rest !== undefined && isSpent(rest, small) ? { kind: "tellContacts", how: verb.intent } : undefined;
}

function readCreate(clause: string): Goal | undefined {
  const verb = /^(?:create|add|make|save|store|new|enter|put|register)\b/i;
  if (!verb.test(clause)) return undefined;
  const many =
    /\bcontacts\b/i.test(clause) && !/\b(?:to|in|into|my|the|of)\s+(?:my\s+|the\s+)?contacts\b/i.test(clause);
  const rest = clause
    .replace(verb, " ")
    .replace(
      /\b(?:to|in|into|under)\s+(?:my\s+|the\s+)?(?:contacts?(?: list| app)?|address book|phone ?book)\b/i,
      " ",
    );
  const isAbout = /\bcontacts?\b|address book|phone ?book/i.test(clause);
  const { fields } = readContactFields(rest);
  if (many || (!isAbout && fields.phone === undefined && fields.email === undefined)) return undefined;
  const whole = wholeContact(rest);
  return whole === undefined ? undefined : { kind: "createContact", fields: whole };
}

/** Goals about contacts; undefined when the clause is about something else or has a word that is not understood. */
export function readContactGoals(clause: string): readonly Goal[] | undefined {
  const one =
    readTell(clause) ??
    readEdit(clause) ??
    readAddition(clause) ??
    readStar(clause) ??
    readExistence(clause) ??
    readPage(clause) ??
    readOwner(clause);
  if (one !== undefined) return [one];
  const others = readDelete(clause);
  if (others !== undefined) return others;
  const last = readCreate(clause) ?? readQuestion(clause);
  return last === undefined ? undefined : [last];
}
