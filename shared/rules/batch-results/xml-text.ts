import { plain } from "../../text/plain-text.ts";

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** What XML 1.0 cannot hold in any spelling; the controls are gone by then. */
const notInXml = /[\ufffe\uffff]/g;

/** Text that XML can hold, as an attribute's value or an element's content. */
export const xmlEscaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => references[character] ?? "");

/** One line of whatever text. */
export const xmlText = (text: string): string => xmlEscaped(plain(text).replace(notInXml, ""));

export type XmlAttributes = Readonly<Record<string, string | number>>;

/** `<name a="1">`, or `<name a="1"/>` when it is empty. Names are ours, values anybody's. */
export function xmlTag(name: string, attributes: XmlAttributes, empty: boolean): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(String(value))}"`);
  return `<${name}${written.join("")}${empty ? "/" : ""}>`;
}
