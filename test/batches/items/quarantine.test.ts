import { expect, it } from "vitest";
import { batchExitCode } from "#cli/batch/batch-exit-code.ts";
import { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { TaskId } from "#shared/contracts/values/batch-ids.ts";
import { sumCounts } from "#shared/rules/batch/item-counts.ts";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { readXml, sourceOf, written } from "../../shared/rules/batch-results/written.ts";
import { item } from "../../shared/rules/statistics/items.ts";
import { batchStatistics } from "../../shared/rules/statistics/statistics-of.ts";
import { plainLines, startBatch, tenantId } from "./batch-world.ts";

withFunctions();

const task = (name: string) => TaskId.parse(name);
const items = [
  item({ taskId: "wifi" }),
  item({ taskId: "alarm", outcomes: ["failed"], last: { outcomeReason: "It rang twice." } }),
];
const quarantined = [task("alarm")];

it("a quarantined task that failed leaves the exit code alone, and any other does not", () => {
  const { quarantined: listed } = batchStatistics(items, { quarantined });
  const counts = { ...sumCounts([]), outcomes: { succeeded: 1, failed: 1 } };
  const batch = { status: "finished", counts } as Parameters<typeof batchExitCode>[0];
  expect(batchExitCode(batch)).toBe(1);
  expect(batchExitCode(batch, listed)).toBe(0);
  const more = { ...batch, counts: { ...counts, outcomes: { succeeded: 1, failed: 2 } } };
  expect(batchExitCode(more, listed)).toBe(1);
});

it("statistics count it with all and say apart what it and the others came to", () => {
  const statistics = BatchStatistics.parse(batchStatistics(items, { quarantined }));
  expect(statistics.all.success).toMatchObject({ runs: 2, successes: 1 });
  expect(statistics.quarantined).toMatchObject({
    tasks: ["alarm"],
    statistics: { success: { runs: 1, successes: 0 } },
    others: { runs: 1, successes: 1, rate: 1 },
  });
  expect(batchStatistics(items).quarantined).toBeUndefined();
});

it("JUnit has it as a skipped case that says why, and counts no failure", async () => {
  const source = sourceOf(items);
  const report = readXml(await written("junit", { ...source, batch: { ...source.batch, quarantined } }));
  expect(report.attributes).toMatchObject({ tests: "2", failures: "0", skipped: "1" });
  const [, alarm] = report.children[0]?.children ?? [];
  expect(alarm?.children.find(({ name }) => name === "skipped")?.attributes.message).toBe(
    "quarantined, failed: It rang twice.",
  );
  const properties = alarm?.children[0]?.children.map(
    ({ attributes }) => `${attributes.name}=${attributes.value}`,
  );
  expect(properties).toContain("quarantined=true");
});

it("a batch keeps which of its tasks are in quarantine as its run begins, and what is put there later is not meant", async () => {
  const { quarantine } = functions.repositories;
  const put = (name: string) =>
    quarantine.put({
      schemaVersion: 1,
      tenantId,
      taskId: task(name),
      by: "Ada",
      reason: "flaps",
      since: "2026-01-01T00:00:00.000Z",
    });
  await put("task-2");
  await put("elsewhere");
  const batch = await startBatch(functions, plainLines(3));
  await batch.prepare();
  await put("task-3");
  await batch.runToEnd(({ taskId }) => (taskId === "task-2" ? "failed" : "succeeded"));
  const stored = await batch.batch();
  const text = await functions.storage.artifacts.getText(stored.resultKeys.statistics ?? "");
  // runToEnd begins with the first round once more, as a run that was begun anew.
  expect(stored.quarantined).toContain("task-2");
  expect(stored.quarantined).not.toContain("elsewhere");
  expect(BatchStatistics.parse(JSON.parse(text)).quarantined).toMatchObject({
    statistics: { outcomes: { failed: 1 } },
  });
});
