import type { Bindings } from "./bindings.ts";
import type { JsonataNode } from "./jsonata-node.ts";
import { type PlainPath, plainPathOf, readPlainPath } from "./plain-path.ts";

/** `$turn.route = 'act'`: a plain path and a text, number, truth value or null that it may be equal to. */
interface PlainComparison {
  readonly path: PlainPath;
  readonly literal: unknown;
}

/** Nearly every rule of a Choice, which asks them one by one: so this is worth what `plainPathOf` is. */
export function plainComparisonOf(tree: JsonataNode): PlainComparison | undefined {
  if (tree.type !== "binary" || tree.value !== "=") return undefined;
  const { lhs, rhs } = tree;
  if (lhs === undefined || rhs === undefined || !["string", "number", "value"].includes(rhs.type))
    return undefined;
  const path = plainPathOf(lhs);
  return path === undefined ? undefined : { path, literal: rhs.value };
}

/** Undefined where the interpreter has to run: a list is in the way, or no variable has this name. */
export function comparePlainly({ path, literal }: PlainComparison, bindings: Bindings): boolean | undefined {
  const read = readPlainPath(path, bindings);
  if (read === undefined || "array" in read || Array.isArray(read.value)) return undefined;
  // What is not there is equal to nothing, and an object to no literal.
  return read.value === literal;
}
