/** A name that stands twice in one object, with the path of that object. */
export interface DuplicateName {
  readonly name: string;
  /** Such as `/States/Pay/Branches[0]/States`; empty for the outermost object. */
  readonly path: string;
}

interface OpenObject {
  readonly kind: "object";
  readonly path: string;
  readonly names: Set<string>;
  name: string;
  expectsName: boolean;
}

interface OpenArray {
  readonly kind: "array";
  readonly path: string;
  index: number;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

function pathOfMember(open: OpenObject | OpenArray | undefined): string {
  if (open === undefined) return "";
  return open.kind === "array" ? `${open.path}[${open.index}]` : `${open.path}/${open.name}`;
}

/**
 * Names that `JSON.parse` would let win over an earlier one of the same object. `text` has to be valid JSON. A
 * second state of the same name would otherwise replace the first silently.
 */
export function findDuplicateNames(text: string): readonly DuplicateName[] {
  const found: DuplicateName[] = [];
  const open: (OpenObject | OpenArray)[] = [];
  for (const [token] of text.matchAll(tokens)) {
    const top = open.at(-1);
    if (token === "{") {
      open.push({ kind: "object", path: pathOfMember(top), names: new Set(), name: "", expectsName: true });
    } else if (token === "[") {
      open.push({ kind: "array", path: pathOfMember(top), index: 0 });
    } else if (token === "}" || token === "]") {
      open.pop();
    } else if (token === ",") {
      if (top?.kind === "array") top.index += 1;
      else if (top !== undefined) top.expectsName = true;
    } else if (token !== ":" && top?.kind === "object" && top.expectsName) {
      top.expectsName = false;
      top.name = JSON.parse(token);
      if (top.names.has(top.name)) found.push({ name: top.name, path: top.path });
      top.names.add(top.name);
    }
  }
  return found;
}
