/** What is in an element: its text, elements of its own, or the same element several times. Undefined: no such element. */
export type XmlContent =
  | string
  | number
  | boolean
  | undefined
  | readonly XmlContent[]
  | { readonly [name: string]: XmlContent };

const special = /[&<>"'\p{Cc}\u2028\ufffe\uffff]/gu;

const escaped = (text: string): string =>
  text.replace(special, (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`);

function element(name: string, content: XmlContent): string {
  if (content === undefined) return "";
  if (Array.isArray(content)) return content.map((one: XmlContent) => element(name, one)).join("");
  return `<${name}>${inner(content)}</${name}>`;
}

function inner(content: Exclude<XmlContent, undefined>): string {
  if (typeof content !== "object") return escaped(String(content));
  return Object.entries(content)
    .map(([name, child]) => element(name, child))
    .join("");
}

export const xmlDocument = (
  root: string,
  content: { readonly [name: string]: XmlContent },
  namespace?: string,
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${namespace === undefined ? "" : ` xmlns="${namespace}"`}>${inner(content)}</${root}>`;
