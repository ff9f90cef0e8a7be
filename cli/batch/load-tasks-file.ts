import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import {
  type TaskEnd,
  type TasksFrame,
  TasksFrame as TasksFrameSchema,
  taskFieldNames,
} from "#shared/contracts/batch/tasks-file.ts";
import type { Script } from "#shared/contracts/step/script.ts";
import { firebaseTasks, isFirebaseFile } from "../tasks/firebase-tests.ts";
import { isTaskPart, type TaskPart } from "../tasks/merge-parts.ts";
import { schemaProblems } from "../tasks/schema-problems.ts";
import { type FieldPath, type TaskProblem, valueAtPath } from "../tasks/task-problem.ts";
import { withoutFaults } from "../tasks/without-faults.ts";
import { because } from "../terminal/because.ts";
import { findTrap } from "./find-trap.ts";
import { readCsvTasks } from "./read-csv-tasks.ts";
import { readJsonLines, readJsonTasks } from "./read-json-tasks.ts";
import { readSolutions } from "./read-solutions.ts";
import { readYamlTasks } from "./read-yaml-tasks.ts";
import { type Place, type ReadTasksSource, start, type TasksSource } from "./tasks-source.ts";

/** Something wrong with a tasks file, where an editor finds it. */
export interface FileProblem extends Place {
  readonly field: string;
  readonly message: string;
  readonly remedy: string;
  readonly value?: unknown;
}

export interface LoadedTasks {
  readonly file: TasksFrame;
  /** As the file has them: a default that it leaves out is not there. */
  readonly settings: TaskPart;
  readonly solutions: ReadonlyMap<number, Script | TaskEnd>;
  /** What was found wrong so far; it is left out of `file`, so that what else is wrong is found too. */
  readonly problems: readonly TaskProblem[];
  /** Problems found later, in the order of the file. */
  readonly placed: (problems: readonly TaskProblem[]) => readonly FileProblem[];
}

export type LoadResult = LoadedTasks | { readonly unreadable: readonly FileProblem[] };

const megabyte = 1_024 * 1_024;
const whole = { read: readYamlTasks, megabytes: 16 };
/** What is read whole takes many times its size. */
const forms: Readonly<
  Record<string, { readonly read: (text: string) => ReadTasksSource; readonly megabytes: number }>
> = {
  ".yaml": whole,
  ".yml": whole,
  ".json": { read: readJsonTasks, megabytes: 32 },
  ".jsonl": { read: readJsonLines, megabytes: 200 },
  ".ndjson": { read: readJsonLines, megabytes: 200 },
  ".csv": { read: readCsvTasks, megabytes: 200 },
};

/** A tasks file as it is written, of whichever form; a job's request in it is held to its schema when lines are made of it. */
export async function loadTasksFile(file: string): Promise<LoadResult> {
  const read = await readSource(file);
  if ("problems" in read)
    return { unreadable: read.problems.map((problem) => ({ field: path.basename(file), ...problem })) };
  const trap = findTrap(read.value);
  if (trap !== undefined) return { unreadable: placed(read, [trap]) };
  const source = isFirebaseFile(read.value) ? fromFirebase(read) : read;
  if ("taskProblems" in source) return { unreadable: placed(read, source.taskProblems) };
  const { frame, problems } = readFrame(source.value);
  if (frame === null) return { unreadable: placed(source, problems) };
  const solved = await readSolutions(frame, path.dirname(file));
  const settings = valueAtPath(source.value, ["settings"]);
  return {
    file: frame,
    settings: isTaskPart(settings) ? settings : {},
    solutions: solved.solutions,
    problems: [...problems, ...solved.problems],
    placed: (found) => placed(source, found),
  };
}

interface ReadFrame {
  /** Of what can be used; null: nothing can. */
  readonly frame: TasksFrame | null;
  readonly problems: readonly TaskProblem[];
}

function readFrame(value: unknown): ReadFrame {
  const parsed = TasksFrameSchema.safeParse(value);
  if (parsed.success) return { frame: parsed.data, problems: [] };
  const problems = frameProblems(parsed.error, value);
  const rest = withoutFaults(
    value,
    problems.map((problem) => problem.path),
  );
  return { frame: TasksFrameSchema.safeParse(rest).data ?? null, problems };
}

const frameProblems = (error: Parameters<typeof schemaProblems>[0], value: unknown): readonly TaskProblem[] =>
  schemaProblems(error, value, [], [...Object.keys(TasksFrameSchema.shape), ...taskFieldNames]);

function fromFirebase(read: TasksSource): TasksSource | { readonly taskProblems: readonly TaskProblem[] } {
  const tests = firebaseTasks(read.value);
  if ("problems" in tests) return { taskProblems: tests.problems };
  return { value: tests.value, placeOf: (at, of) => read.placeOf(tests.pathInTests(at), of) };
}

async function readSource(file: string): Promise<ReadTasksSource> {
  const form = forms[path.extname(file).toLowerCase()];
  const wrong = (message: string, remedy: string) => ({ problems: [{ ...start, message, remedy }] });
  if (form === undefined)
    return wrong("has an unknown file extension", "Name it .yaml, .json, .jsonl or .csv.");
  try {
    const { size } = await stat(file);
    if (size > form.megabytes * megabyte)
      return wrong(
        `is larger than ${form.megabytes} MB`,
        "Write it as .jsonl, or split it into several batches.",
      );
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
    return form.read(text);
  } catch (error) {
    return error instanceof TypeError
      ? wrong("is not UTF-8", "Save it as UTF-8.")
      : wrong(`cannot be read: ${because(error)}`, "Give the path of a tasks file.");
  }
}

/** Each mistake once, however many lines are made with it; in the order of the file. */
function placed({ placeOf }: TasksSource, problems: readonly TaskProblem[]): readonly FileProblem[] {
  const seen = new Set<string>();
  const found = problems.flatMap((problem) => {
    const place = placeOf(problem.path, problem.at);
    const key = JSON.stringify([place, problem.message]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ ...place, field: fieldName(problem.path), ...messageOf(problem) }];
  });
  return found.sort((one, other) => one.line - other.line || one.column - other.column);
}

const messageOf = ({ message, remedy, value }: TaskProblem) => ({
  message,
  remedy,
  ...(value === undefined ? {} : { value }),
});

/** As a person would write it: `tasks[3].limits.steps`, counted from 1 as the file's lines are. */
const fieldName = (fieldPath: FieldPath): string =>
  fieldPath
    .map((part) => (typeof part === "number" ? `[${part + 1}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");
