import type { DroverError } from "#shared/errors/drover-error.ts";
import { type FieldError, fieldError, invalidRequest } from "./field-errors.ts";

const maxBytes = 256 * 1_024;
const maxDepth = 20;

interface Body {
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}

/** The JSON of a request's body; not yet held to any schema. @throws InvalidRequest */
export function readJsonBody({ body, isBase64Encoded }: Body): unknown {
  if (body === undefined || body === "") throw badBody(undefined, "is missing: JSON expected");
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString("utf8") : body;
  if (Buffer.byteLength(text) > maxBytes) throw badBody(undefined, `is larger than ${maxBytes / 1_024} KB`);
  const value = parse(text);
  const trap = findTrap(value);
  if (trap !== undefined) throw invalidRequest([trap]);
  return value;
}

const badBody = (value: string | undefined, message: string): DroverError =>
  invalidRequest([fieldError("body", value, message)]);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // V8 names the position, except when the text ends too early.
    const position = Number(/at position (\d+)/.exec(reason)?.[1] ?? text.length);
    const before = text.slice(0, position).split("\n");
    const place = `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
    const said = reason.replace(/ in JSON at position.*$/s, "");
    throw badBody(text.slice(Math.max(0, position - 20), position + 20), `is not JSON at ${place}: ${said}`);
  }
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
        return fieldError([...path, key].join("."), undefined, "is no name for a field");
      open.push({ value: child, path: [...path, key] });
    }
  }
  return undefined;
}
