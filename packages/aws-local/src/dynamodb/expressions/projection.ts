import { type AttributeValue, attributeOf, type Item, withAttribute } from "../values/attribute-value.ts";
import { type DocumentPath, parsePath, refuseOverlaps, valueAt } from "./document-path.ts";
import type { Placeholders } from "./placeholders.ts";
import { createTokenReader } from "./token-reader.ts";

/** Reads `a, b.c, d[0]`. @throws ExpressionError */
export function parseProjection(text: string, placeholders: Placeholders): readonly DocumentPath[] {
  const tokens = createTokenReader(text);
  const paths = [parsePath(tokens, placeholders)];
  while (tokens.takeSymbol(",")) paths.push(parsePath(tokens, placeholders));
  tokens.expectEnd();
  refuseOverlaps(paths);
  return paths;
}

/** The item with nothing but what the paths lead to; elements of a list move together. */
export function project(item: Item, paths: readonly DocumentPath[]): Item {
  let projected: Item = {};
  for (const [head, branches] of branchesOf(paths.filter((path) => valueAt(item, path) !== undefined))) {
    const value = attributeOf(item, String(head));
    const part = value === undefined ? undefined : projectValue(value, branches);
    if (part !== undefined) projected = withAttribute(projected, String(head), part);
  }
  return projected;
}

type Rest = readonly (string | number)[];

function branchesOf(paths: readonly Rest[]): ReadonlyMap<string | number, readonly Rest[]> {
  const branches = new Map<string | number, Rest[]>();
  for (const [head, ...rest] of paths) {
    if (head === undefined) continue;
    const known = branches.get(head);
    if (known) known.push(rest);
    else branches.set(head, [rest]);
  }
  return branches;
}

function projectValue(value: AttributeValue, paths: readonly Rest[]): AttributeValue | undefined {
  if (paths.some((path) => path.length === 0)) return value;
  const branches = branchesOf(paths);
  if ("M" in value) {
    const { M } = value;
    let projected: Item = {};
    for (const [name, rests] of branches) {
      const member = attributeOf(M, String(name));
      const part = member === undefined ? undefined : projectValue(member, rests);
      if (part !== undefined) projected = withAttribute(projected, String(name), part);
    }
    return { M: projected };
  }
  if (!("L" in value)) return undefined;
  const places = [...branches.keys()].map(Number).sort((a, b) => a - b);
  return {
    L: places.flatMap((place) => {
      const element = value.L[place];
      const part = element === undefined ? undefined : projectValue(element, branches.get(place) ?? []);
      return part === undefined ? [] : [part];
    }),
  };
}
