import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const folder = "docs/decisions";
const index = readFileSync(`${folder}/README.md`, "utf8");
const pages = globSync(`${folder}/0*.md`).map((file) => path.basename(file));

it("every decision has one row in the table of its area", () => {
  const rows = [...index.matchAll(/^\| \[\d{4}\]\((\d{4}-[\w-]+\.md)\) \|/gm)].map(([, page]) => page);
  expect(rows.toSorted(), "add a row to docs/decisions/README.md").toEqual(pages.toSorted());
});

it("a superseded decision links to its successor, on its page and in the table", () => {
  const superseded = pages.flatMap((page) => {
    const [, successor] =
      /^Superseded by \[\d{4}\]\(([\w-]+\.md)\)/m.exec(readFileSync(`${folder}/${page}`, "utf8")) ?? [];
    return successor === undefined ? [] : [{ page, successor }];
  });
  expect(superseded.length).toBeGreaterThan(0);
  for (const { page, successor } of superseded) {
    expect(pages).toContain(successor);
    expect(index).toContain(`](${page}) |`);
    const row = index.split("\n").find((line) => line.includes(`](${page}) |`));
    expect(row, page).toContain(`(superseded by [${successor.slice(0, 4)}](${successor}))`);
  }
});
