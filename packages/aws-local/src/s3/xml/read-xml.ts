import { SaxesParser } from "saxes";
import { malformedXml } from "../s3-error.ts";

export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** Of the element itself, without that of its children. */
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly children: OpenElement[];
  text: string;
}

const deepest = 20;

/**
 * The root of a request's body. Characters that XML 1.0 forbids are let through, because keys may hold them and the SDK
 * sends them as they are. There are no entities beside XML's own five: saxes reads no document type.
 */
export function readXml(body: Buffer): XmlElement {
  const document: OpenElement = { name: "", children: [], text: "" };
  const open = [document];
  const parser = new SaxesParser();
  const innermost = (): OpenElement => open.at(-1) ?? document;
  parser.on("error", (error) => {
    if (!/disallowed character\.$/.test(error.message)) throw malformedXml();
  });
  parser.on("doctype", () => {
    throw malformedXml();
  });
  parser.on("opentag", ({ name }) => {
    const element: OpenElement = { name, children: [], text: "" };
    innermost().children.push(element);
    open.push(element);
    if (open.length > deepest) throw malformedXml();
  });
  parser.on("closetag", () => {
    open.pop();
  });
  const addText = (text: string): void => {
    innermost().text += text;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(withPlainControls(body.toString())).close();
  const [root] = document.children;
  if (root === undefined) throw malformedXml();
  return root;
}

/** saxes gives a reference to a forbidden character back as it stands; the character itself it only complains of. */
const withPlainControls = (xml: string): string =>
  xml.replace(/&#(?:x0*([0-9a-f]{1,6})|0*(\d{1,7}));/gi, (reference, hex, decimal) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isForbidden = code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d;
    return isForbidden || code === 0xfffe || code === 0xffff ? String.fromCharCode(code) : reference;
  });

/** The texts of children of that name. */
export const textsOf = (element: XmlElement, name: string): readonly string[] =>
  element.children.filter((child) => child.name === name).map(({ text }) => text);

/** @throws MalformedXML when it stands there more than once */
export function textOf(element: XmlElement, name: string): string | undefined {
  const [first, ...more] = textsOf(element, name);
  if (more.length > 0) throw malformedXml();
  return first;
}
