import { existsSync, globSync, readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { thorough } from "../tiers.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folders = "bin|shared|functions|device-host|local|cli|infra|state-machines|packages|test|docs|examples";

/** Paths from the root in backticks, as pages write them. */
const namedPaths = (text: string): readonly string[] =>
  [...text.matchAll(new RegExp(`\`((?:${folders})/[\\w./-]+)\``, "g"))].map(([, named = ""]) => named);

it("every file that a page of docs/ or the README names is there", async () => {
  const missing: string[] = [];
  for await (const page of glob(["*.md", "docs/**/*.md"], { cwd: root })) {
    for (const named of namedPaths(readFileSync(path.join(root, page), "utf8"))) {
      if (!existsSync(path.join(root, named))) missing.push(`${page}: ${named}`);
    }
  }
  expect(missing).toEqual([]);
});

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function spread(pattern: string): readonly string[] {
  const [all = "", names] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  return names === undefined
    ? [pattern]
    : names.split(",").flatMap((name) => spread(pattern.replace(all, name)));
}

it("every file that `npm test` leaves out is there: one that was moved would run with it again", () => {
  const missing = thorough.flatMap(spread).filter((pattern) => globSync(pattern, { cwd: root }).length === 0);
  expect(missing).toEqual([]);
});
