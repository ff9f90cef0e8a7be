import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { errorPages } from "../../docs/error-pages.ts";

it("every error code has a page that says why, and no other page is there", () => {
  const pages = globSync("docs/errors/*.md").map((file) => path.relative("docs", file));
  expect(pages.toSorted()).toEqual(Object.keys(errorPages()).toSorted());
});

it("the pages of errors say what the catalogue says", () => {
  for (const [page, text] of Object.entries(errorPages()))
    expect(readFileSync(`docs/${page}`, "utf8"), `run "npm run openapi" for docs/${page}`).toBe(text);
});
