import { defined } from "../defined.ts";
import type { ContactFields } from "./goal.ts";
import { properName } from "./words/proper-name.ts";
import { runsLeft, type Taken, take, words } from "./words/remainder.ts";

const quoted = '["“\'][^"”]+?["”\']';
const email = /[^\s<>(),;:"'“”]+@[^\s<>(),;:"'“”]+\.[^\s<>(),;:"'“”.]+/u;
const phone = /(?<![\p{L}\d])\+?\(?\d[\d\s().-]*\d(?![\p{L}\d@])/u;
const capitals = "\\p{Lu}[\\p{L}\\p{N}&.'-]*(?:\\s+(?:&\\s+|and\\s+(?=\\p{Lu}))?\\p{Lu}[\\p{L}\\p{N}&.'-]*)*";
const company = new RegExp(
  `(?<![\\p{L}])(?:(?:and\\s+|who\\s+|,\\s*)*(?:he\\s+|she\\s+)?[Ww]ork(?:s|ing) (?:at|for)|(?:at |from |and |with |the )*(?:[Cc]ompany|[Ee]mployer|[Oo]rgani[sz]ation)(?: name)?(?: is| of|:)?)\\s+(${quoted}|${capitals})`,
  "u",
);
const part = (kinds: string): RegExp =>
  new RegExp(
    `\\b(?:and\\s+)?(?:the\\s+)?(?:${kinds}) ?name(?:\\s+is|\\s+of|:)?\\s+(${quoted}|[\\p{L}'’-]+)`,
    "iu",
  );
const firstName = part("first|given");
const lastName = new RegExp(`${part("last|family|sur").source}`, "iu");

const glue = words(
  "a an the new my me his her their its is are as to in into on of for under with and whose contact phone mobile cell telephone number numbers e-mail email mail address book phonebook list called named name by app person entry someone save it please also has have at",
);

export interface ReadFields {
  readonly fields: ContactFields;
  /** Runs of words that no field accounts for. */
  readonly runs: readonly string[];
}

function takeInto(text: string, pattern: RegExp, group: number): { value?: string; rest: string } {
  const taken: Taken | undefined = take(text, pattern);
  if (taken === undefined) return { rest: text };
  const value = (taken.match[group] ?? "").trim().replace(/^["“']|["”']$/g, "");
  return { value, rest: taken.rest };
}

/** The fields of a contact that a clause names, and the rest of the clause. */
export function readContactFields(text: string): ReadFields {
  const mail = takeInto(text, email, 0);
  const number = takeInto(mail.rest, phone, 0);
  const isNumber = number.value !== undefined && number.value.replace(/\D/g, "").length >= 3;
  const firm = takeInto(isNumber ? number.rest : mail.rest, company, 1);
  const last = takeInto(firm.rest, lastName, 1);
  const first = takeInto(last.rest, firstName, 1);
  return {
    fields: {
      ...defined({ email: mail.value }),
      ...(isNumber ? { phone: (number.value ?? "").replace(/^\((?!.*\))/, "") } : {}),
      ...defined({ company: firm.value, lastName: last.value, firstName: first.value }),
    },
    runs: runsLeft(maskQuotes(first.rest), glue).map((run) => run.replaceAll("\uE011", " ")),
  };
}

/** Words within quotes belong together, whatever they are. */
const maskQuotes = (text: string): string =>
  text.replace(/["“][^"”]+["”]|(?<=\s)'[^']+'(?=\s|$)/gu, (quote) => quote.replaceAll(" ", "\uE011"));

/** The fields with one whole name; undefined unless the clause tells of one contact and of nothing else. */
export function wholeContact(text: string): (ContactFields & { readonly name: string }) | undefined {
  const { fields, runs } = readContactFields(text);
  const { firstName: first, lastName: last, ...others } = fields;
  const [run, ...more] = runs;
  if (more.length > 0 || (run !== undefined && first !== undefined)) return undefined;
  const given = run === undefined ? first : properName(run);
  if (given === undefined) return undefined;
  return { name: last === undefined ? given : `${given} ${last}`, ...others };
}
