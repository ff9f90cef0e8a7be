import { isNode, type Source, type SyntaxNode } from "./source-tree.ts";

const mostLines = 40;
const functionTypes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** A package's name, or the top folder. */
export const roomOf = ({ file }: Source): string =>
  file.split("/", file.startsWith("packages/") ? 2 : 1).join("/");

/** Where each function of more than 40 lines begins; one inside another counts on its own, and in the other. */
export const longFunctions = ({ file, text, nodes }: Source): readonly string[] =>
  nodes
    .filter(
      (node) => functionTypes.has(node.type) && linesOf(text.slice(node.start, Number(node.end))) > mostLines,
    )
    .map(({ start }) => `${file}:${linesOf(text.slice(0, start))}`);

export const castsIn = ({ text, nodes }: Source): readonly SyntaxNode[] =>
  nodes.filter(
    ({ type, typeAnnotation: to }) =>
      type === "TSAsExpression" && isNode(to) && text.slice(to.start, Number(to.end)) !== "const",
  );

export const linesOf = (text: string): number => text.split("\n").length;
