/** The parts of JSONata 2.0.6's syntax tree that this folder reads. Unknown fields hold nodes, lists of nodes or scalars. */
export interface JsonataNode {
  readonly type: string;
  readonly value?: unknown;
  readonly steps?: readonly JsonataNode[];
  /** Of what has two sides. */
  readonly lhs?: JsonataNode;
  readonly rhs?: JsonataNode;
  /** Of a function, and of its calls. */
  readonly arguments?: readonly JsonataNode[];
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is JsonataNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function collect(value: unknown, into: JsonataNode[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, into);
  } else if (isNode(value)) {
    into.push(value);
  } else if (typeof value === "object" && value !== null && !(value instanceof RegExp)) {
    // `group: {lhs, position}` and `terms: [{expression, descending}]` wrap nodes in objects that have no type.
    for (const nested of Object.values(value)) collect(nested, into);
  }
}

/** The nodes directly below one, in source order. */
export function childNodes(node: JsonataNode): readonly JsonataNode[] {
  const children: JsonataNode[] = [];
  for (const [field, value] of Object.entries(node)) {
    // `slot` and `ancestor` point back up the tree for the parent operator `%`.
    if (field === "slot" || field === "ancestor" || field === "seekingParent") continue;
    if (typeof value === "object" && value !== null) collect(value, children);
  }
  return children;
}

/** A node and everything below it. */
export function* walkNodes(node: JsonataNode): Generator<JsonataNode> {
  yield node;
  for (const child of childNodes(node)) yield* walkNodes(child);
}

/** How deep evaluation of a tree without functions of its own can nest. */
export function depthOf(node: JsonataNode): number {
  let deepest = 0;
  for (const child of childNodes(node)) deepest = Math.max(deepest, depthOf(child));
  return deepest + 1;
}
