import { isDeepStrictEqual } from "node:util";
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import * as toml from "smol-toml";
import * as z from "zod";
import type { McpEntry } from "./mcp-clients.ts";

/** Where in a file of servers one stands. */
interface Place {
  readonly field: string;
  readonly name: string;
}

/** A file's text with that server in it; all else stays as it was written, comments too. Throws an Error that says why it cannot. */
export type WriteServer = (text: string, place: Place, server: McpEntry | object) => string;

const Servers = z.record(z.string(), z.unknown());

function serversIn(whole: unknown, field: string): Record<string, unknown> {
  const top = Servers.safeParse(whole);
  if (!top.success) throw new Error("it is not a JSON object");
  const servers = Servers.safeParse(top.data[field] ?? {});
  if (!servers.success) throw new Error(`its '${field}' is not an object`);
  return servers.data;
}

export const writeJsonServer: WriteServer = (text, { field, name }, server) => {
  const errors: ParseError[] = [];
  const whole: unknown = text.trim() === "" ? {} : parse(text, errors, { allowTrailingComma: true });
  const [wrong] = errors;
  if (wrong !== undefined)
    throw new Error(`it is not JSON: ${printParseErrorCode(wrong.error)} at character ${wrong.offset}`);
  serversIn(whole, field);
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
  const edits = modify(text.trim() === "" ? "{}\n" : text, [field, name], server, { formattingOptions });
  return applyEdits(text.trim() === "" ? "{}\n" : text, edits);
};

/** No library keeps the comments of TOML: the server's own tables are cut out as lines, and stand again at the end. */
export const writeTomlServer: WriteServer = (text, { field, name }, server) => {
  const before = toml.parse(text);
  const wanted = { ...before, [field]: { ...serversIn(before, field), [name]: server } };
  let isOurs = false;
  const others = text.split("\n").filter((line) => {
    const [, header] = /^\s*\[+([^\]]+)\]/.exec(line) ?? [];
    if (header !== undefined) isOurs = `${header.trim()}.`.startsWith(`${field}.${name}.`);
    return !isOurs;
  });
  const kept = others.join("\n").trimEnd();
  const table = toml.stringify({ [field]: { [name]: server } }).trim();
  const after = `${kept === "" ? "" : `${kept}\n\n`}${table}\n`;
  if (!isDeepStrictEqual(plainOf(toml.parse(after)), plainOf(wanted)))
    throw new Error(`'${field}.${name}' has a form that cannot be replaced`);
  return after;
};

/** Tables of the parser have no prototype. */
const plainOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
