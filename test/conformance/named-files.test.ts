import { existsSync, readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";

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
