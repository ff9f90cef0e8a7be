import { plain } from "../../text/plain-text.ts";

/** Begins a list, a quotation, a rule or an underlined heading, where the text begins a line. */
const beginning = /^\s*(?:[-+=]|\d{1,9}(?=[.)]))/;
/** Begin an HTML element, a reference and the name of a person; between the two slashes an address does. */
const linking = /[<>&@]|(?<=:)\/(?=\/)/g;

const asNumber = (text: string): string =>
  Array.from(text, (character) => `&#${character.codePointAt(0)};`).join("");

/**
 * Text of a device or a model as one line of Markdown that says it and does nothing: no element, link, picture, mention, cell or
 * heading (docs/security.md rule 8).
 */
export const markdownText = (text: string): string =>
  plain(text)
    .trim()
    .replace(linking, asNumber)
    // The signs of the references that were just made are not the text's own.
    .replace(/(?<!&)#|[\\`*_{}[\]|~!]/g, (character) => `\\${character}`)
    .replace(beginning, (start) => asNumber(start.trim()))
    .replace(/www\./gi, (start) => `${start.slice(0, -1)}&#46;`);

/** In a table, where a line is a row. */
export const markdownRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
