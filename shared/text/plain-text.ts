import { invisibleCharacters, withoutInvisible } from "./invisible-characters.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const controls = /[\u0000-\u001f\u007f-\u009f]/g;
const lineBreaks = /[\r\n\t\v\f\u0085\u2028\u2029]+/g;
/** What JSON need not escape and a terminal or an editor takes as an order. */
const unseenInJson = new RegExp(`[\\u007f-\\u009f\\u2028\\u2029]|${invisibleCharacters.source}`, "gu");
/** Between the two characters of what GitHub, Azure and TeamCity read as a command, some wherever it is in a line. */
const insideCiCommand = /(?<=:)(?=:)|(?<=#)(?=#(?:vso|teamcity)?\[)/gi;

/**
 * Text from devices, models and people may hold escape sequences that move the cursor, change the title or forge output,
 * so everything printed or written for people passes here (docs/security.md rule 8): one line, without control and invisible
 * characters, and with no command for a CI system.
 */
export const plain = (text: string): string =>
  withoutInvisible(text.toWellFormed().replace(lineBreaks, " ").replace(controls, "")).replace(
    insideCiCommand,
    " ",
  );

/** JSON of the same value in which nothing steers a terminal, hides from a reader or is a command for a CI system. */
export const safeJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent)
    .replace(unseenInJson, escaped)
    .replace(/(?<=:):|#(?=#(?:vso|teamcity)?\[)/gi, escaped);

const escaped = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
