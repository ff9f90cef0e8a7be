import { isNode, type Source, type SyntaxNode } from "./source-tree.ts";

/** Drover, its page and each package stand alone: a word of one may mean something else in the other. */
const houseOf = (file: string): string => /^(?:packages\/[^/]+|console)/.exec(file)?.[0] ?? "Drover";

/** Lambda calls it by this name, in one file per function; libraries import the other from node:http (infra/functions/bundled/node-http.ts). */
const namedFromOutside = new Set(["handler", "Agent"]);

const asNodes = (value: unknown): readonly SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** What a statement makes and exports; passing on what another file made is none of it. */
function exportedNames(statement: SyntaxNode): readonly string[] {
  const { type, declaration, source } = statement;
  if (type !== "ExportNamedDeclaration" || isNode(source)) return [];
  if (!isNode(declaration)) return asNodes(statement.specifiers).map((one) => nameOf(one.exported));
  const made = declaration.declarations === undefined ? [declaration] : asNodes(declaration.declarations);
  return made.flatMap((one) => {
    const pattern = one.id;
    const properties = isNode(pattern) ? asNodes(pattern.properties) : [];
    return properties.length > 0 ? properties.map((property) => nameOf(property.value)) : [nameOf(pattern)];
  });
}

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === "string" ? node.name : "");

/** Names that two files of Drover, or of one package, export. */
export function exportedTwice(sources: readonly Source[]): readonly string[] {
  const files = new Map<string, Set<string>>();
  for (const { file, tree } of sources) {
    for (const name of asNodes(tree.body).flatMap(exportedNames)) {
      if (namedFromOutside.has(name)) continue;
      const key = `${houseOf(file)}: ${name}`;
      files.set(key, (files.get(key) ?? new Set()).add(file));
    }
  }
  return [...files]
    .filter(([, places]) => places.size > 1)
    .map(([name, places]) => `${name} in ${[...places].join(", ")}`);
}
