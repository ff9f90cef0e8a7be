import { malformedXml, notImplemented } from "../s3-error.ts";
import type { XmlElement } from "../xml/read-xml.ts";

/** Refuses another element than `name`, and by name what in it has no effect here. */
export function checkElements(element: XmlElement, name: string, known: readonly string[]): void {
  if (element.name !== name) throw malformedXml();
  const unknown = element.children.find((child) => !known.includes(child.name));
  if (unknown) throw notImplemented(`${unknown.name} in ${name}`);
}

/** A whole number of at least `least`. */
export function numberInXml(text: string, least: number): number {
  if (!/^\d{1,9}$/.test(text.trim()) || Number(text) < least) throw malformedXml();
  return Number(text);
}
