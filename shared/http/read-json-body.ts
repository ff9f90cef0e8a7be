import { parse as locate, type ValueNode } from "@humanwhocodes/momoa";
import * as z from "zod";
import type { DroverError } from "../errors/drover-error.ts";
import { type FieldError, fieldError, invalidRequest } from "./field-errors.ts";

const usualKilobytes = 256;
const maxDepth = 20;

interface Body {
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** How large a body may be. */
export interface BodyBound {
  readonly bodyKilobytes?: number | undefined;
  /** A body without this field is held to the usual bound all the same. */
  readonly largeField?: string | undefined;
}

/** The JSON of a request's body; not yet held to any schema. @throws InvalidRequest */
export function readJsonBody(
  { body, isBase64Encoded, headers = {} }: Body,
  { bodyKilobytes = usualKilobytes, largeField }: BodyBound = {},
): unknown {
  const type = headers["content-type"];
  if (type !== undefined && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw invalidRequest([fieldError("content-type", type, "must be application/json")]);
  if (body === undefined || body === "") throw badBody(undefined, "is missing: JSON expected");
  const text = isBase64Encoded ? decodeUtf8(Buffer.from(body, "base64")) : body;
  const kilobytes = Buffer.byteLength(text) / 1_024;
  const refuseAbove = (most: number): void => {
    if (kilobytes > most) throw badBody(undefined, `is larger than ${most} KB`);
  };
  refuseAbove(bodyKilobytes);
  if (largeField !== undefined && kilobytes > usualKilobytes && !hasField(text, largeField))
    refuseAbove(usualKilobytes);
  return readJson(text);
}

function hasField(text: string, name: string): boolean {
  const value = parse(text);
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

/** What is in a text, if nothing in it is a trap. @throws InvalidRequest */
export function readJson(text: string): unknown {
  const value = parse(text);
  const trap = findTrap(value);
  if (trap !== undefined) throw invalidRequest([trap]);
  const twice = findDuplicate(locate(text).body);
  if (twice !== undefined) throw invalidRequest([twice]);
  return value;
}

/** @throws InvalidRequest */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw badBody(undefined, "is not UTF-8");
  }
}

const badBody = (value: string | undefined, message: string): DroverError =>
  invalidRequest([fieldError("body", value, message)]);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const place = placeOfError(text);
    if (place === undefined)
      throw badBody(text, `is not JSON: ${error instanceof Error ? error.message : error}`);
    const { line, column, offset, message } = place;
    const around = text.slice(Math.max(0, offset - 20), offset + 20);
    throw badBody(around, `is not JSON at line ${line}, column ${column}: ${message}`);
  }
}

const ParseError = z.object({
  line: z.number(),
  column: z.number(),
  offset: z.number(),
  message: z.string(),
});

/** V8 does not name the position of every error. */
function placeOfError(text: string): z.infer<typeof ParseError> | undefined {
  try {
    locate(text);
    return undefined;
  } catch (error) {
    const place = ParseError.safeParse(error).data;
    if (place === undefined) return undefined;
    // momoa 3.3 ends its message with the position, and takes the first one for an end that comes too soon.
    const message = place.message.replace(/ found\. \(\d+:\d+\)$/, "");
    return message === "Unexpected end of input" ? { ...endOf(text), message } : { ...place, message };
  }
}

function endOf(text: string) {
  const lines = text.split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, offset: text.length };
}

/** Names that reach a prototype, and nesting no request needs. Walks without recursion: the depth is the sender's. */
function findTrap(root: unknown): FieldError | undefined {
  const open: { readonly value: unknown; readonly path: readonly string[] }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== "object" || value === null) continue;
    if (path.length >= maxDepth)
      return fieldError(path.join("."), undefined, `is nested deeper than ${maxDepth}`);
    for (const [key, child] of Object.entries(value)) {
      if (key === "__proto__")
        return fieldError([...path, key].join("."), undefined, "is not allowed as a field name");
      open.push({ value: child, path: [...path, key] });
    }
  }
  return undefined;
}

/** JSON.parse takes the last of two fields with the same name, others the first: the intended one is unknown. */
function findDuplicate(root: ValueNode): FieldError | undefined {
  const open: { readonly node: ValueNode; readonly path: readonly string[] }[] = [{ node: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, path } = next;
    if (node.type === "Array") {
      open.push(
        ...node.elements.map(({ value }, index) => ({ node: value, path: [...path, String(index)] })),
      );
    }
    if (node.type !== "Object") continue;
    const seen = new Set<string>();
    for (const { name, value } of node.members) {
      const key = name.type === "String" ? name.value : name.name;
      if (seen.has(key)) return fieldError([...path, key].join("."), undefined, "occurs twice");
      seen.add(key);
      open.push({ node: value, path: [...path, key] });
    }
  }
  return undefined;
}
