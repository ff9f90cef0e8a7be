import { describe, expect, it, vi } from "vitest";
import { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import {
  BatchNamePattern,
  ScheduleId,
  ScheduleName,
  ScheduleRunId,
} from "#shared/contracts/batch/schedule.ts";
import { ScheduleDiff } from "#shared/contracts/batch/schedule-diff.ts";
import { TaskRun } from "#shared/contracts/batch/task-runs.ts";
import { BatchName, TaskId, VariantName } from "#shared/contracts/values/batch-ids.ts";
import { BatchId, JobId, UploadId } from "#shared/contracts/values/ids.ts";
import { browserOnSeeds } from "./browser-on-seeds.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";
import { farmTenant, type SeededFarm } from "./seeded-farm.ts";

vi.setConfig({ testTimeout: 120_000 });
const ulid = (letter: string, number: number): string => `01${letter}${String(number).padStart(23, "0")}`;
const jobId = JobId.parse(ulid("J", 1));
const name = ScheduleName.parse("nightly");
const scheduleId = ScheduleId.parse(ulid("S", 1));
const markup = `<img src=x onerror="window.ran=true"><script>window.ran=true</script>`;

const batchId = BatchId.parse(ulid("B", 2));
const batchName = BatchName.parse("nightly-20260102T020000Z");
const runId = ScheduleRunId.parse("20260102T020000Z");

async function seedSchedule({ repositories, artifacts }: SeededFarm): Promise<void> {
  const at = "2026-01-01T00:00:00.000Z";
  await repositories.schedules.create({
    schemaVersion: 1,
    revision: 0,
    ...{ tenantId: farmTenant, name, scheduleId, createdAt: at, changedAt: at },
    status: "enabled",
    expression: "cron(0 2 * * ? *)",
    timezone: "Europe/Zurich",
    overlap: "skip",
    batchName: BatchNamePattern.parse("nightly-{{run}}"),
    settings: BatchSettings.parse({}),
    manifestKey: "schedules/local/one.jsonl",
    lineCount: 2,
  });
  const counts = { fixed: 0, broken: 1, flaky: 0, slower: 0, dearer: 0 };
  const diffKey = "tenants/local/schedules/one.json";
  const side = { runId, batchId, batchName, runs: 2, successes: 1, costUsd: null, milliseconds: 60_000 };
  const diff = ScheduleDiff.parse({
    schemaVersion: 1,
    schedule: name,
    at,
    status: "finished",
    counts,
    ...{ before: { ...side, successes: 2 }, after: side, difference: -0.5, pValue: 1 },
    ...{ fixed: [], flaky: [], slower: [], dearer: [], added: [], missing: [] },
    broken: [
      {
        taskId: "wifi",
        before: { runs: 1, successes: 1 },
        after: { runs: 1, successes: 0 },
        quarantined: true,
        jobId,
        reason: markup,
      },
    ],
  });
  await artifacts.put(diffKey, JSON.stringify(diff), "application/json");
  await repositories.scheduleRuns.create({
    schemaVersion: 1,
    ...{ tenantId: farmTenant, scheduleId, name, runId, batchId, batchName, diffKey },
    scheduledAt: "2026-01-02T02:00:00.000Z",
    trigger: "schedule",
    status: "finished",
    uploadId: UploadId.parse(ulid("V", 1)),
    finishedAt: "2026-01-02T02:10:00.000Z",
    figures: { runs: 2, successes: 1, costUsd: null },
    changes: counts,
  });
}

async function seedHistory({ repositories }: SeededFarm): Promise<void> {
  for (const [task, outcomes] of Object.entries({ wifi: [1, 0, 1, 0, 1], alarm: [1, 1, 1, 1, 1] })) {
    const runs = outcomes.map((successes, night) =>
      TaskRun.parse({
        batchId: ulid("B", night),
        batchName: `nightly-${night}`,
        variant: VariantName.parse("default"),
        at: `2026-01-0${night + 1}T03:00:00.000Z`,
        ...{ runs: 1, successes, others: 0, mixed: false, jobId, milliseconds: 12_000 },
      }),
    );
    await repositories.taskRuns.add(farmTenant, TaskId.parse(task), runs);
  }
}

const on = browserOnSeeds(async (farm) => {
  await seedSchedule(farm);
  await seedHistory(farm);
});

describe.skipIf(!hasChromium)("a schedule's page", () => {
  it(
    inChromium("says when it runs, what each run changed and why, and hostile words do nothing"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm, "/schedules");
      const { page } = opened;
      await page.getByRole("heading", { name: "nightly-20260102T020000Z: 1 broken" }).waitFor();
      const runs = page.getByRole("table", { name: "Runs of nightly" });
      await expect
        .poll(() => runs.innerText())
        .toMatch(/finished\s+1 of 2\s+1 broken\s+nightly-20260102T020000Z/);
      await page.locator(".run-diff").getByText("<img src=x").first().waitFor();
      await page.locator(".run-diff").getByText("in quarantine").first().waitFor();
      expect(await page.evaluate("window.ran")).toBeUndefined();
      await opened.expectSound();
    },
  );

  it(
    inChromium(
      "leads to the tasks over time, a strip each, whose cells say what they are and lead to their jobs",
    ),
    async () => {
      await using opened = await openConsole(on.browser, on.farm, "/schedules");
      const { page } = opened;
      await page.getByRole("link", { name: "Tasks over time" }).click();
      const tasks = page.getByRole("table", { name: "Tasks", exact: true });
      await tasks.waitFor();
      await expect.poll(() => tasks.innerText()).toMatch(/wifi\s+flaky[\s\S]*60 %[\s\S]*4 of 4/);
      const cell = page.getByRole("link", { name: /^nightly-1, default: failed, 0 of 1/ });
      expect(await cell.getAttribute("href")).toBe(`/jobs/${jobId}`);
      await opened.expectSound();
    },
  );
});
