import { readFile, writeFile } from "node:fs/promises";
import { type Document, isNode, LineCounter, type Node, parseDocument, visit } from "yaml";
import type { HealedLine } from "#shared/contracts/step/job-source.ts";
import { Script } from "#shared/contracts/step/script.ts";
import { because } from "../terminal/because.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

const unusable = (file: string, problems: readonly string[]): CommandFailure =>
  new CommandFailure(exitCodes.usage, `The script '${file}' cannot be used:\n  ${problems.join("\n  ")}`, [
    "docs/trajectories.md describes the lines; editors can check them with docs/script.schema.json.",
  ]);

/** The text of a file that holds a script, and what it says. @throws CommandFailure that names fields and lines */
export async function readScriptFile(
  file: string,
): Promise<{ readonly text: string; readonly script: Script }> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw unusable(file, [because(error)]);
  });
  return { text, script: parseScript(file, text) };
}

export function parseScript(file: string, text: string): Script {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  if (document.errors.length > 0)
    throw unusable(
      file,
      document.errors.map(({ message }) => message.split("\n", 1)[0] ?? message),
    );
  const parsed = Script.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, 10).map(({ path, message }) => {
    const node = document.getIn(path.map(String), true) ?? document.getIn(path.slice(0, 2).map(String), true);
    const line = isNode(node) && node.range ? `line ${lineCounter.linePos(node.range[0]).line}: ` : "";
    return `${line}${path.join(".")}: ${message}`;
  });
  throw unusable(file, problems);
}

/** What lies deeper than that is written in one line. */
function inFlow(node: Document | Node, depth: number): void {
  visit(node, {
    Map: (_key, map, path) => {
      if (path.length > depth) map.flow = true;
    },
  });
}

const written = (document: Document): string =>
  document.toString({ lineWidth: 0, flowCollectionPadding: true });

/** The script as a person would write it. */
export function writeScript(script: Script): string {
  const { version, task, parameters, steps, finish, checks } = script;
  const document = parseDocument("");
  document.contents = document.createNode({
    version,
    task,
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    steps,
    ...(finish === undefined ? {} : { finish }),
    ...(checks.length === 0 ? {} : { checks }),
  }) as typeof document.contents;
  // Below the document, its map, the pair of a list, the list and the item.
  inFlow(document, 4);
  return written(document);
}

/** Where a line says what it is about. */
const targetFields: Readonly<Record<string, readonly string[]>> = {
  type: ["type", "into"],
  scroll: ["scroll", "in"],
  do: ["do", "on"],
};

/** The text with the elements of those lines written again, and all else as it stands, comments too. */
export function healedText(text: string, healed: readonly HealedLine[]): string {
  const document = parseDocument(text);
  for (const { line, now } of healed) {
    const [kind = ""] = Object.keys(now);
    const field = targetFields[kind] ?? [kind];
    const place = ["steps", line - 1, ...field];
    const old = document.getIn(place, true);
    const target = field.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], now);
    const node = document.createNode(target) as Node;
    if (isNode(old)) Object.assign(node, { comment: old.comment, commentBefore: old.commentBefore });
    inFlow(node, -1);
    document.setIn(place, node);
  }
  return written(document);
}

export const writeHealed = async (file: string, healed: readonly HealedLine[]): Promise<void> =>
  writeFile(file, healedText(await readFile(file, "utf8"), healed));
