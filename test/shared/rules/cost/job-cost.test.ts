import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { awsUsd } from "#shared/rules/cost/job-cost.ts";
import { measuredCost } from "#shared/rules/cost/measured-cost.ts";
import { costTable } from "../../../bench/cost/print-table.ts";

const page = readFileSync("docs/cost.md", "utf8");

it("docs/cost.md shows the figures that forecasts reckon with", () => {
  expect(page).toContain(costTable(measuredCost, 1_000));
});

it("a job in a batch costs what the page says: by its steps, and by the seconds that it waits for models", () => {
  const row = /^\| together \| {2}\| \$([\d.]+) \| \$([\d.]+) \| \$([\d.]+) \|$/m.exec(page);
  const [job = 0, step = 0, inBatch = 0] = row?.slice(1).map(Number) ?? [];
  expect(awsUsd(15, 45) * 1_000).toBeCloseTo(job + inBatch, 1);
  expect((awsUsd(16, 48) - awsUsd(15, 45)) * 1_000).toBeCloseTo(step, 2);
  expect((awsUsd(15, 90) - awsUsd(15, 45)) * 1_000).toBeCloseTo(45 * 0.5 * 0.0133334, 3);
});
