import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Result, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong on a page, by rule, with where. */
export async function violationsOn(page: Page, options: RunOptions = {}) {
  // Once for all looks at a document: to read it takes the browser longer than to look.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  const run = JSON.stringify({ ...options, resultTypes: ["violations"] });
  const found = await page.evaluate(`axe.run(${run}).then(({ violations }) => violations)`);
  return (found as Result[]).map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  ]);
}
