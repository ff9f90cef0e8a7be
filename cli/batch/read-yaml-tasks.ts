import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from "yaml";
import { because } from "../terminal/because.ts";
import { type Place, type ReadTasksSource, start, type TextProblem } from "./tasks-source.ts";

/** Each use of an anchor counts as often as what it stands for uses others: a bomb passes that at its third level. */
const maxAliasCount = 10_000;

export function readYamlTasks(text: string): ReadTasksSource {
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  try {
    const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
    const problems = document.errors.map(
      ({ message, pos: [offset] }): TextProblem => ({ ...placeAt(offset), ...notYaml(message) }),
    );
    if (problems.length > 0) return { problems };
    return {
      value: document.toJS({ maxAliasCount }),
      placeOf: (path, at) => {
        const range = nodeAt(document, path, at)?.range;
        return range ? placeAt(range[0]) : start;
      },
    };
  } catch (error) {
    return { problems: [{ ...start, ...thrown(error) }] };
  }
}

type Said = Pick<TextProblem, "message" | "remedy">;

const tooDeep: Said = {
  message: "is nested too deeply",
  remedy: "Use fewer levels.",
};

function notYaml(message: string): Said {
  // What yaml 2.9 makes of the end of its own recursion.
  if (message.includes("call stack")) return tooDeep;
  const remedy = message.includes("unique")
    ? "Keep one of the two."
    : "Correct the line, or the indentation around it.";
  return { message: `is not YAML: ${message}`, remedy };
}

/** Too deep for the parser's own recursion, or an anchor that multiplies. */
const thrown = (error: unknown): Said =>
  error instanceof RangeError
    ? tooDeep
    : { message: `cannot be read: ${because(error)}`, remedy: "Replace the anchors by their values." };

/** The node of a path, through aliases; the nearest around it when there is none. */
function nodeAt(
  document: Document,
  path: readonly (string | number)[],
  at: "name" | "value",
): Node | undefined {
  let node = resolved(document, document.contents);
  for (const [depth, key] of path.entries()) {
    const last = depth === path.length - 1;
    if (isMap(node)) {
      const pair = node.items.find(({ key: name }) => isScalar(name) && String(name.value) === String(key));
      if (pair === undefined) break;
      if (last && at === "name" && isNode(pair.key)) return pair.key;
      node = isNode(pair.value) ? resolved(document, pair.value) : isNode(pair.key) ? pair.key : node;
    } else if (isSeq(node)) {
      const item = node.items[Number(key)];
      if (!isNode(item)) break;
      node = resolved(document, item);
    } else break;
  }
  return node;
}

const resolved = (document: Document, node: Node | null): Node | undefined =>
  isAlias(node) ? node.resolve(document) : (node ?? undefined);
