import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

export interface Row {
  readonly id: string;
  /** What the page says of it. */
  readonly text: string;
  /** "file: name of the test". */
  readonly tests: readonly string[];
}

export const pages = { fault: "docs/faults.md", spec: "docs/spec.md" } as const;
export type RowKind = keyof typeof pages;

/** The rows of a page, each with the tests whose names carry its id. */
export async function rowsWithTests(kind: RowKind): Promise<readonly Row[]> {
  const named = await testsById(kind);
  const page = readFileSync(path.join(root, pages[kind]), "utf8");
  return rowsOf(page, pages[kind]).map((row) => ({ ...row, tests: named.get(row.id) ?? [] }));
}

/** An error when two have one id: a test of one would prove the other. */
export function rowsOf(page: string, name: string): readonly Omit<Row, "tests">[] {
  const rows = [...page.matchAll(/^\| ([A-Z]\d+(?:\.\d+)?) \| (.+) \|$/gm)].map(([, id = "", text = ""]) => ({
    id,
    text,
  }));
  const twice = rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) !== index);
  if (twice.length > 0) throw new Error(`${name} has two rows ${twice.map(({ id }) => id).join(", ")}`);
  return rows;
}

/** Scenarios are tests by their names. */
const places = [
  "test/**/*.test.ts",
  "test/{browser,e2e}/on-farm/*.ts",
  "test/simulation/scenarios/*.ts",
  "packages/*/test/**/*.test.ts",
];

export async function testsById(kind: RowKind): Promise<ReadonlyMap<string, readonly string[]>> {
  const named = new Map<string, string[]>();
  for await (const file of glob(places, {
    cwd: root,
    exclude: ["**/node_modules/**"],
  })) {
    const source = readFileSync(path.join(root, file), "utf8");
    // A name stands in quotes of one of the three kinds, on one line.
    for (const [, , name = ""] of source.matchAll(/(["'`])((?:(?!\1).)*\[(?:fault|spec) [^\n]*?)\1/g)) {
      for (const [, of, id = ""] of name.matchAll(/\[(fault|spec) ([A-Z]\d+(?:\.\d+)?)\]/g)) {
        if (of === kind) named.set(id, [...(named.get(id) ?? []), `${file}: ${plainName(name)}`]);
      }
    }
  }
  return named;
}

const plainName = (name: string): string => name.replaceAll(/\[(?:fault|spec) [^\]]+\] ?/g, "").trim();
