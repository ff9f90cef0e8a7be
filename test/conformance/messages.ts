import { isNode, type Source, type SyntaxNode } from "./source-tree.ts";

const errorClasses = new Set(["DroverError", "CommandFailure"]);

/** What a template puts in: nobody can say from the source how it is spelt. */
const unknown = "\u0000";

/** Every text that a message may be, as far as the source says; what is put in at run time stands as one mark. */
function textsOf(node: SyntaxNode): readonly string[] {
  if (node.type === "Literal" && typeof node.value === "string") return [node.value];
  if (node.type === "TemplateLiteral") {
    const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
    return [quasis.map((quasi) => quasi.value.cooked).join(unknown)];
  }
  const [one, other] =
    node.type === "ConditionalExpression" ? [node.consequent, node.alternate] : [node.left, node.right];
  if (!isNode(one) || !isNode(other)) return [unknown];
  if (node.type !== "BinaryExpression") return [...textsOf(one), ...textsOf(other)];
  return textsOf(one).flatMap((left) => textsOf(other).map((right) => left + right));
}

/** What a source's own errors say to people and models. */
export const messagesOf = ({
  file,
  nodes,
}: Source): readonly { readonly file: string; readonly text: string }[] =>
  nodes.flatMap((node) => {
    const { type, callee } = node;
    if (type !== "NewExpression" || !isNode(callee) || !errorClasses.has(String(callee.name))) return [];
    const message = (node.arguments as unknown[])[1];
    return isNode(message) ? textsOf(message).map((text) => ({ file, text })) : [];
  });

export const isSentence = (text: string): boolean => /^[\p{Lu}\0]/u.test(text) && /[.?!\0]$/.test(text);
