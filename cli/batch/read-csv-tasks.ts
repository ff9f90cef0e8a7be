import { CsvError, parse } from "csv-parse/sync";
import type { FieldPath } from "../tasks/task-problem.ts";
import { because } from "../terminal/because.ts";
import { type Place, type ReadTasksSource, start, type TextProblem } from "./tasks-source.ts";

interface CsvRecord {
  readonly record: readonly string[];
  readonly raw: string;
  /** The line that it ends on, from 1. */
  readonly info: { readonly lines: number };
}

interface Row {
  readonly cells: readonly string[];
  readonly places: readonly Place[];
}

/**
 * A task a row: `id`, `task`, `tags`, `repeat` or `epochs`, `validators` (checks in words, one a line of the cell), `weight`,
 * `prerequisite`, `background`; any other column is a parameter. An empty cell says nothing.
 */
export function readCsvTasks(text: string): ReadTasksSource {
  const separator = /^[^\n,]*;/.test(text) ? ";" : ",";
  try {
    const rows = readRows(text, separator);
    const [head, ...tasks] = rows;
    if (head === undefined) return { value: { tasks: [] }, placeOf: () => start };
    const problems = headProblems(head);
    if (problems.length > 0) return { problems };
    return {
      value: { tasks: tasks.map((row) => taskOf(head.cells, row.cells)) },
      placeOf: (path) => placeOf(head, tasks, path),
    };
  } catch (error) {
    return { problems: [csvProblem(error)] };
  }
}

function readRows(text: string, delimiter: string): readonly Row[] {
  const records = parse(text, {
    delimiter,
    raw: true,
    info: true,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
  }) as unknown as readonly CsvRecord[];
  return records.map(({ record, raw, info }) => {
    const body = raw.replace(/^(\r?\n)+|\r?\n$/g, "");
    const first = info.lines - (body.match(/\n/g)?.length ?? 0);
    return { cells: record.map((cell) => cell.trim()), places: cellPlaces(body, delimiter, first) };
  });
}

/** Where each cell of a record begins. */
function cellPlaces(raw: string, delimiter: string, firstLine: number): readonly Place[] {
  let place = { line: firstLine, column: 1 };
  const places: Place[] = [place];
  let quoted = false;
  for (const character of raw) {
    if (character === '"') quoted = !quoted;
    place =
      character === "\n"
        ? { line: place.line + 1, column: 1 }
        : { line: place.line, column: place.column + character.length };
    if (character === delimiter && !quoted) places.push(place);
  }
  return places;
}

const needed = ["id", "task"];

function headProblems({ cells, places }: Row): readonly TextProblem[] {
  const missing = needed
    .filter((name) => !cells.includes(name))
    .map((name) => ({
      ...start,
      message: `the column '${name}' is missing`,
      remedy: "Name the columns in the first row.",
    }));
  const twice = cells.flatMap((name, index) =>
    cells.indexOf(name) === index
      ? []
      : [
          {
            ...(places[index] ?? start),
            message: `the column '${name}' occurs twice`,
            remedy: "Keep one of the two.",
          },
        ],
  );
  return [...missing, ...twice];
}

const counts = new Set(["repeat", "epochs", "weight"]);
const texts = new Set(["id", "task", "prerequisite", "background"]);

function taskOf(head: readonly string[], cells: readonly string[]): Readonly<Record<string, unknown>> {
  const given = head
    .map((name, index) => [name, cells[index] ?? ""] as const)
    .filter(([, cell]) => cell !== "");
  const own = given
    .filter(([name]) => isField(name))
    .map(([name, cell]) => [name, fieldOf(name, cell)] as const);
  const parameters = given.filter(([name]) => !isField(name));
  return Object.fromEntries([
    ...own,
    ...(parameters.length === 0 ? [] : [["parameters", Object.fromEntries(parameters)] as const]),
  ]);
}

const isField = (name: string): boolean =>
  texts.has(name) || counts.has(name) || name === "tags" || name === "validators";

function fieldOf(name: string, cell: string): unknown {
  if (counts.has(name)) return Number.isNaN(Number(cell)) ? cell : Number(cell);
  if (name === "tags") return cell.split(/[\s,;]+/).filter((tag) => tag !== "");
  return name === "validators"
    ? cell
        .split(/\r?\n/)
        .map((check) => check.trim())
        .filter((check) => check !== "")
    : cell;
}

function placeOf(head: Row, rows: readonly Row[], [top, index, field, name]: FieldPath): Place {
  const row = top === "tasks" && typeof index === "number" ? rows[index] : head;
  const column = head.cells.indexOf(String(field === "parameters" ? name : field));
  return row?.places[Math.max(column, 0)] ?? row?.places[0] ?? start;
}

function csvProblem(error: unknown): TextProblem {
  const line = error instanceof CsvError && typeof error.lines === "number" ? error.lines : 1;
  return {
    line,
    column: 1,
    message: `is not CSV: ${because(error)}`,
    remedy: "Put a cell that holds quotes, separators or line breaks in quotes, and double the quotes in it.",
  };
}
