import type { ContactField, Goal } from "./goal.ts";

const email = /[^\s<>(),;:"']+@[^\s<>(),;:"']+\.[^\s<>(),;:"'.]+/u;
const phone = /\+?\(?\d[\d\s().-]{3,}\d/;

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^["“']+|["”']+$/g, "")
    .trim();

/** Words around a name that are no part of it. */
const fillers =
  /\b(?:(?:phone|mobile|cell|telephone)?\s*numbers?|phones?|mobiles?|e-?mails?(?: address)?(?:es)?|address|with|and|whose|is|his|her|their|the|a|an|new|contacts?(?: list)?|my|named|called|name|for|to|as|in|into|of|under|person|someone|entry|address book|app|add|create|make|save|store|new|enter)\b(?!['’])/giu;

function nameIn(text: string): string {
  const explicit =
    /\b(?:named|called|name(?: is|:)?|as)\s+(["“'][^"”']+["”']|[^,;:(]+?)(?=\s*(?:[,;:(]|$|\b(?:with|and|whose|phone|number|mobile|e-?mail|in|to|at)\b))/iu.exec(
      text,
    )?.[1];
  if (explicit !== undefined && unquoted(explicit) !== "") return unquoted(explicit);
  const quoted = /["“']([^"”']+)["”']/u.exec(text)?.[1];
  if (quoted !== undefined) return quoted.trim();
  return unquoted(
    text
      .replace(fillers, " ")
      .replace(/[,:;()]/g, " ")
      .replace(/\s+/g, " "),
  );
}

const fieldOf = (text: string): ContactField | undefined =>
  /e-?mail/i.test(text) ? "email" : /number|phone|mobile|call/i.test(text) ? "phone" : undefined;

function readCreate(clause: string): Goal | undefined {
  const creates = /^(?:create|add|make|save|store|new|enter|put)\b/i.test(clause);
  const mail = email.exec(clause)?.[0];
  const withoutMail = mail === undefined ? clause : clause.replace(mail, " ");
  const number = phone.exec(withoutMail)?.[0].trim();
  const aboutContacts =
    /\b(contacts?|address book)\b/i.test(clause) ||
    (/\bnumber|e-?mail/i.test(clause) && (number ?? mail) !== undefined);
  if (!creates || !aboutContacts) return undefined;
  const rest = number === undefined ? withoutMail : withoutMail.replace(number, " ");
  const name = nameIn(rest);
  if (name === "") return undefined;
  return {
    kind: "createContact",
    fields: { name, ...(number ? { phone: number } : {}), ...(mail ? { email: mail } : {}) },
  };
}

const owner = "(?:the\\s+)?(?:contact\\s+)?(?<owner>.+?)";
const fieldWords =
  "(?:phone number|mobile number|telephone number|number|phone|mobile|e-?mail address|e-?mail)";

function readQuestion(clause: string): Goal | undefined {
  const asks =
    new RegExp(
      `^(?:what(?:'s| is)|whats|tell me|find|look up|get|give me|show me|read|check|search for)\\s+${owner}['’]s?\\s+(?<what>${fieldWords})`,
      "iu",
    ).exec(clause) ??
    new RegExp(
      `^(?:what(?:'s| is)|whats|tell me|find|look up|get|give me|show me|read|check|search for)\\s+the\\s+(?<what>${fieldWords})\\s+(?:of|for)\\s+${owner}(?:\\s+in (?:my )?contacts)?$`,
      "iu",
    ).exec(clause);
  const name = asks?.groups?.owner;
  const field = fieldOf(asks?.groups?.what ?? "");
  if (name === undefined || field === undefined || /^(the|this|my)$/i.test(name)) return undefined;
  return { kind: "readContact", name: unquoted(name), field };
}

function readEdit(clause: string): Goal | undefined {
  const edits =
    new RegExp(
      `^(?:change|update|set|edit|replace)\\s+${owner}['’]s?\\s+(?<what>${fieldWords}|name)\\s+(?:to|with|as)\\s+(?<value>.+)$`,
      "iu",
    ).exec(clause) ??
    new RegExp(
      `^(?:change|update|set|edit|replace)\\s+the\\s+(?<what>${fieldWords}|name)\\s+(?:of|for)\\s+${owner}\\s+(?:to|with|as)\\s+(?<value>.+)$`,
      "iu",
    ).exec(clause) ??
    new RegExp(`^rename\\s+(?<what>)${owner}\\s+(?:to|as)\\s+(?<value>.+)$`, "iu").exec(clause);
  if (!edits?.groups) return undefined;
  const { owner: name = "", what = "", value = "" } = edits.groups;
  return {
    kind: "editContact",
    name: unquoted(name),
    fields: { [fieldOf(what) ?? "name"]: unquoted(value) },
  };
}

function readDelete(clause: string): Goal | undefined {
  const match =
    /^(?:delete|remove|erase)\s+(?:the\s+|my\s+)?contact\s+(?:of\s+|for\s+|named\s+|called\s+)?(.+)$/iu.exec(
      clause,
    ) ??
    /^(?:delete|remove|erase)\s+(.+?)(?:['’]s contact|\s+from\s+(?:my\s+|the\s+)?(?:contacts?(?: list)?|address book|phone book))(?:\s+app)?$/iu.exec(
      clause,
    ) ??
    /^(?:delete|remove|erase)\s+(?:the\s+)?(.+?)\s+contact$/iu.exec(clause);
  return match?.[1] === undefined ? undefined : { kind: "deleteContact", name: unquoted(match[1]) };
}

/** Goals about contacts; undefined when the clause is about something else. */
export const readContactGoal = (clause: string): Goal | undefined =>
  readEdit(clause) ?? readDelete(clause) ?? readCreate(clause) ?? readQuestion(clause);
