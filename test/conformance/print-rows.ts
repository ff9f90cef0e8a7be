/** `npm run faults`: every row of docs/faults.md and docs/spec.md with the tests that prove it. */
import Table from "cli-table3";
import { pages, type RowKind, rowsWithTests } from "./row-tests.ts";

for (const kind of Object.keys(pages) as RowKind[]) {
  const rows = await rowsWithTests(kind);
  const table = new Table({
    head: [kind, "what Drover does", "tests"],
    colWidths: [8, 60, 90],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const row of rows) table.push([row.id, row.text, row.tests.join("\n")]);
  const proved = rows.filter((row) => row.tests.length > 0).length;
  process.stdout.write(`${table}\n${pages[kind]}: ${proved} of ${rows.length} rows have a test\n\n`);
}
