import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ReportIndex, ReportJob } from "#shared/contracts/api/report.ts";
import type { JobOutcome } from "#shared/contracts/job/job.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { closePages, hasChromium, inChromium, workersBrowser } from "./open-browser.ts";
import { expectAccessible, expectHarmless, expectScreen, openFile } from "./open-file.ts";
import { seededBatchId } from "./seeded-batch.ts";
import { farmTenant, type SeededFarm, startSeededFarm } from "./seeded-farm.ts";
import { seedRunBatch } from "./seeded-run.ts";
import { drawScreens } from "./seeded-screens.ts";

/** What a device showed: it would leave `window.ran` if a page took it for markup. */
const hostile = '</script><script>window.ran = 1</script><img src=x onerror="window.ran = 1">';
const models = ["claude-haiku-5-5", "careful"];

let farm: SeededFarm;
let browser: Browser;
let dir: string;
/** Of the batch nightly-1, in the file's order. */
let outcomes: readonly (JobOutcome | undefined)[];

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-farm-report-"));
  farm = await startSeededFarm();
  if (hasChromium) browser = await workersBrowser();
  vi.stubEnv("DROVER_API_URL", farm.apiUrl);
  vi.stubEnv("DROVER_TOKEN", farm.token);
  const screens = await drawScreens(4);
  const way = (line: number) =>
    screens.map((screen) => ({ screen, element: `BUTTON "line ${line}: ${hostile}"` }));
  const runs = { jobs: 4, tasks: 2, variants: models, skill: 0.5 };
  const { batchId } = await seedRunBatch(farm, { ...runs, number: 1, seed: 3 }, way);
  await seedRunBatch(farm, { ...runs, number: 2 }, way);
  const stored = await Array.fromAsync(farm.repositories.batchItems.all(farmTenant, batchId));
  outcomes = stored.map(({ item }) => item.attempts.at(-1)?.outcome);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  if (hasChromium) await closePages(browser);
  await farm[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

function unpacked<Value>(page: string, id: string): Value {
  const [, base64 = ""] =
    new RegExp(`<script type="text/plain" id="${id}">([^<]*)</script>`).exec(page) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(base64, "base64")).toString());
}

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true })).map(String).sort();

describe("drover report of a batch", () => {
  let file: string;
  beforeAll(async () => {
    file = path.join(dir, "nightly.html");
    const told = await commandLineHere("export", seededBatchId(1), "--as", "report", "-o", file);
    expect(told.stderr).toContain(`4 jobs in ${file}`);
    expect(told).toMatchObject({ code: 0, stdout: "" });
  });

  it("[spec I6.3] holds every job with its steps and pictures in one file, and names nothing to be loaded", async () => {
    const page = await readFile(file, "utf8");
    const index = unpacked<ReportIndex>(page, "drover-index");
    expect(index).toMatchObject({ title: "nightly-1", layout: "one file" });
    expect(index.batches).toMatchObject([{ name: "nightly-1", statistics: { all: { ended: 4 } } }]);
    expect(index.jobs.map(({ taskId, variant, outcome }) => [taskId, variant, outcome])).toEqual([
      ["set-alarm.1", models[0], outcomes[0]],
      ["add-contact.1", models[0], outcomes[1]],
      ["set-alarm.1", models[1], outcomes[2]],
      ["add-contact.1", models[1], outcomes[3]],
    ]);
    for (const { jobId } of index.jobs) {
      const { steps, pictures } = unpacked<ReportJob>(page, `drover-job-${jobId}`);
      expect(steps).toHaveLength(4);
      const names = Object.values(pictures);
      expect(names).toHaveLength(4);
      for (const name of names) expect(page).toContain(`id="drover-picture-${name}"`);
    }
    expect(await readdir(dir)).toEqual(["nightly.html"]);
    expect(page).not.toMatch(/(?:src|href)=["']?(?:https?:)?\/\//);
    expect(page).not.toContain(hostile);
  });

  it.skipIf(!hasChromium)(
    inChromium("shows outcomes, causes, the matrix and each job's screens without a network"),
    async () => {
      await using opened = await openFile(browser, file);
      const { page } = opened;
      await page.locator(".report-jobs tbody tr").nth(3).waitFor();
      expect(await page.locator(".report-matrix thead th").allTextContents()).toEqual([
        "Task",
        ...models.toSorted(),
      ]);
      expect(await page.locator(".report-matrix tbody th").allTextContents()).toEqual([
        "set-alarm.1",
        "add-contact.1",
      ]);
      expect(await page.locator(".report-matrix td a").count()).toBe(4);
      const failed = outcomes.filter((outcome) => outcome !== "succeeded").length;
      expect(failed).toBeGreaterThan(0);
      expect(await page.locator(".causes > li").count()).toBeGreaterThan(0);
      const succeeded = await page.locator(".report-jobs tbody tr", { hasText: "succeeded" }).count();
      expect(succeeded).toBe(outcomes.length - failed);
      await expectAccessible(opened);
      await expectHarmless(opened);
      await page.locator(".report-matrix td a").last().click();
      await page.locator(".step-line").nth(3).waitFor();
      await expectScreen(opened);
      await page.getByText("</script><script>window.ran = 1</script>").first().waitFor();
      await expectHarmless(opened);
    },
  );
});

describe("drover export --as site of batches", () => {
  let site: string;
  beforeAll(async () => {
    site = path.join(dir, "site");
    const told = await commandLineHere(
      "export",
      "--as",
      "site",
      seededBatchId(1),
      seededBatchId(2),
      "-o",
      site,
    );
    expect(told.stderr).toContain(`8 jobs in ${site}`);
    expect(told).toMatchObject({ code: 0, stdout: "" });
  });

  it("[spec I6.3] is a page for each job, the pictures once, and results to download, that name nothing elsewhere", async () => {
    const files = await filesIn(site);
    expect(files.filter((name) => name.startsWith(`jobs${path.sep}`))).toHaveLength(8);
    expect(files.filter((name) => name.startsWith(`pictures${path.sep}`))).toHaveLength(4);
    expect(files.filter((name) => name.startsWith(`downloads${path.sep}`))).toEqual(
      ["nightly-1.csv", "nightly-1.junit.xml", "nightly-2.csv", "nightly-2.junit.xml"].map((name) =>
        path.join("downloads", name),
      ),
    );
    const csv = await readFile(path.join(site, "downloads", "nightly-1.csv"), "utf8");
    expect(csv.trimEnd().split("\n")).toHaveLength(5);
    for (const name of files.filter((one) => one.endsWith(".html"))) {
      const page = await readFile(path.join(site, name), "utf8");
      expect(page).not.toMatch(/(?:src|href)=["']?(?:https?:)?\/\//);
      expect(page).not.toContain(hostile);
    }
  });

  it.skipIf(!hasChromium)(
    inChromium("opens from disk with a matrix for each batch, and each job with its screens"),
    async () => {
      await using opened = await openFile(browser, path.join(site, "index.html"));
      const { page } = opened;
      await page.locator(".report-matrix").nth(1).waitFor();
      expect(await page.locator(".report-batch > h2:first-child").allTextContents()).toEqual([
        "nightly-1",
        "nightly-2",
      ]);
      expect(await page.locator(".report-matrix td a").count()).toBe(8);
      await expectAccessible(opened);
      await page.locator(".report-matrix td a").last().click();
      await page.locator(".step-line").nth(3).waitFor();
      await expectScreen(opened);
      await expectHarmless(opened);
      await page.getByRole("link", { name: "← All jobs" }).click();
      await page.locator(".report-matrix").nth(1).waitFor();
    },
  );
});
