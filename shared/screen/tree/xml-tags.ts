import type { Bounds } from "../../contracts/protocol/semantic-ui-tree.ts";

/** A tag of a UI hierarchy, as it stands there. */
export interface XmlTag {
  readonly source: string;
  readonly at: number;
  /** The tag that it lies in, by its place among all that open; -1: in none. */
  readonly parent: number;
  /** Without the references that XML writes. */
  readonly attributes: ReadonlyMap<string, string>;
}

// KXmlSerializer, of older Androids, puts a value with a double quote in it between single ones. A tag may be cut.
const tagPattern = /<([\w.:$-]+)((?:\s+[\w.:-]+=(?:"[^"]*"|'[^']*'))*)\s*(\/?)>?|<\/[\w.:$-]+\s*>/g;
const attributePattern = /\s([\w.:-]+)=(?:"([^"]*)"|'([^']*)')/g;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

const encoded = (text: string): string =>
  text.replace(/[&<>"'\n\r\t]/g, (character) => `&#${character.codePointAt(0)};`);

/** The tags that open, in their order. */
export function xmlTags(xml: string): readonly XmlTag[] {
  const tags: XmlTag[] = [];
  const open: number[] = [];
  for (const match of xml.matchAll(tagPattern)) {
    const [source, name, attributes = "", end] = match;
    if (name === undefined) {
      open.pop();
      continue;
    }
    const values = [...attributes.matchAll(attributePattern)].map(
      ([, key = "", double, single]) => [key, decoded(double ?? single ?? "")] as const,
    );
    tags.push({ source, at: match.index, parent: open.at(-1) ?? -1, attributes: new Map(values) });
    if (end === "") open.push(tags.length - 1);
  }
  return tags;
}

/** The document with these values in its tags, by their places; those that a tag has not are added to it. */
export function withAttributes(
  xml: string,
  tags: readonly XmlTag[],
  values: readonly ReadonlyMap<string, string>[],
): string {
  const parts: string[] = [];
  let at = 0;
  for (const [index, tag] of tags.entries()) {
    parts.push(xml.slice(at, tag.at), changed(tag, values[index]));
    at = tag.at + tag.source.length;
  }
  return parts.join("") + xml.slice(at);
}

function changed({ source, attributes }: XmlTag, values: ReadonlyMap<string, string> = new Map()): string {
  const written = source.replace(attributePattern, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined || value === attributes.get(name) ? whole : ` ${name}="${encoded(value)}"`;
  });
  const added = [...values].filter(([name]) => !attributes.has(name));
  return added.reduce(
    (tag, [name, value]) => tag.replace(/^<[^\s/>]+/, `$& ${name}="${encoded(value)}"`),
    written,
  );
}

const boundsPattern = /^\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]$/;

export function parseBounds(value: string): Bounds {
  const match = boundsPattern.exec(value);
  if (match === null) return { left: 0, top: 0, right: 0, bottom: 0 };
  const [left = 0, top = 0, right = 0, bottom = 0] = match.slice(1).map(Number);
  return { left, top, right, bottom };
}
