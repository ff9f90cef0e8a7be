import { parse, type ValueNode } from "@humanwhocodes/momoa";
import * as z from "zod";
import { because } from "../terminal/because.ts";
import {
  type Place,
  type ReadTasksSource,
  start,
  type TasksSource,
  type TextProblem,
} from "./tasks-source.ts";

export function readJsonTasks(text: string): ReadTasksSource {
  const read = readJson(text);
  return "problems" in read ? read : { value: read.value, placeOf: read.placeOf };
}

/** One task a line; a first line without an id is the head: its `name`, `defaults` and the like. */
export function readJsonLines(text: string): ReadTasksSource {
  const texts = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const problems: TextProblem[] = [];
  const values: { readonly value: unknown; readonly line: number }[] = [];
  for (const [index, one] of texts.entries()) {
    if (one.trim() === "") continue;
    const read = readJson(one, index);
    if ("problems" in read) problems.push(...read.problems);
    else values.push({ value: read.value, line: index });
  }
  if (problems.length > 0) return { problems };
  const [first] = values;
  const hasHead = typeof first?.value === "object" && first.value !== null && !("id" in first.value);
  const tasks = hasHead ? values.slice(1) : values;
  const head = hasHead ? first : undefined;
  return {
    value: { ...(head?.value as object | undefined), tasks: tasks.map(({ value }) => value) },
    placeOf: ([top, index, ...rest], at) => {
      const inTask = top === "tasks" && typeof index === "number";
      const line = inTask ? tasks[index]?.line : head?.line;
      if (line === undefined) return start;
      const path = inTask
        ? rest
        : [...(top === undefined ? [] : [top]), ...(index === undefined ? [] : [index]), ...rest];
      const read = readJson(texts[line] ?? "", line);
      return "problems" in read ? { line: line + 1, column: 1 } : read.placeOf(path, at);
    },
  };
}

type ReadJson = TasksSource | { readonly problems: readonly TextProblem[] };

function readJson(text: string, linesBefore = 0): ReadJson {
  try {
    const { body } = parse(text);
    const moved = ({ line, column }: Place): Place => ({ line: line + linesBefore, column });
    const twice = doubledNames(body);
    if (twice.length > 0)
      return { problems: twice.map(({ name, place }) => ({ ...moved(place), ...isThereTwice(name) })) };
    return {
      value: JSON.parse(text),
      placeOf: (path, at) => moved(placeIn(body, path, at)),
    };
  } catch (error) {
    return { problems: [syntaxProblem(error, text, linesBefore)] };
  }
}

const isThereTwice = (name: string) => ({
  message: `'${name}' occurs twice`,
  remedy: "Keep one of the two.",
});

const SyntaxPlace = z.object({ line: z.number(), column: z.number(), message: z.string() });

function syntaxProblem(error: unknown, text: string, linesBefore: number): TextProblem {
  if (error instanceof RangeError)
    return {
      line: linesBefore + 1,
      column: 1,
      message: "is nested too deeply",
      remedy: "Use fewer levels.",
    };
  const place = SyntaxPlace.safeParse(error).data;
  // momoa 3.3 ends its message with the position, and takes the first one for an end that comes too soon.
  const message = (place?.message ?? because(error)).replace(/ found\. \(\d+:\d+\)$/, "");
  const tooSoon = message === "Unexpected end of input";
  const lines = text.split("\n");
  const end = { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
  const { line, column } = tooSoon || place === undefined ? end : place;
  return {
    line: line + linesBefore,
    column,
    message: `is not JSON: ${message}`,
    remedy: "Correct it there.",
  };
}

/** JSON.parse takes the last of two fields of one name, others the first: nobody can tell which was meant. */
function doubledNames(root: ValueNode): readonly { readonly name: string; readonly place: Place }[] {
  const doubled: { readonly name: string; readonly place: Place }[] = [];
  const open: ValueNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === "Array") for (const { value } of node.elements) open.push(value);
    if (node.type !== "Object") continue;
    const seen = new Set<string>();
    for (const { name, value } of node.members) {
      const text = name.type === "String" ? name.value : name.name;
      if (seen.has(text)) doubled.push({ name: text, place: name.loc.start });
      seen.add(text);
      open.push(value);
    }
  }
  return doubled;
}

function placeIn(root: ValueNode, path: readonly (string | number)[], at: "name" | "value"): Place {
  let node: ValueNode = root;
  for (const [depth, key] of path.entries()) {
    const next: { readonly value: ValueNode; readonly name?: Place } | undefined = stepInto(node, key);
    if (next === undefined) break;
    if (depth === path.length - 1 && at === "name" && next.name !== undefined) return next.name;
    node = next.value;
  }
  return node.loc.start;
}

function stepInto(node: ValueNode, key: string | number) {
  if (node.type === "Array") {
    const element = node.elements[Number(key)];
    return element === undefined ? undefined : { value: element.value };
  }
  if (node.type !== "Object") return undefined;
  const member = node.members.find(
    ({ name }) => (name.type === "String" ? name.value : name.name) === String(key),
  );
  return member === undefined ? undefined : { value: member.value, name: member.name.loc.start };
}
