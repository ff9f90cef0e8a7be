/**
 * `npm run bench:console [-- JOBS [STEPS]]`: how large the console is and how quick, in Debian's chromium on a real farm over
 * seeded storage: a batch of 10,000 jobs and a job of 1,000 steps unless told. Times are of the second opening, from the
 * navigation to what is asked for being drawn; beside them the CPU time of the farm, which a busy machine does not
 * change; the memory is the page's JavaScript heap after a collection.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { openBrowser } from "../browser/open-browser.ts";
import { openConsole } from "../browser/open-console.ts";
import { seedBatch } from "../browser/seeded-batch.ts";
import { type SeededFarm, startSeededFarm } from "../browser/seeded-farm.ts";
import { seedJob } from "../browser/seeded-jobs.ts";
import { drawScreens } from "../browser/seeded-screens.ts";
import { seedTrajectory } from "../browser/seeded-steps.ts";

const [jobs = 10_000, steps = 1_000] = process.argv.slice(2).map(Number);
const dist = path.resolve(import.meta.dirname, "../../console/dist");
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
const mebibyte = 1_024 * 1_024;

async function printSizes(): Promise<void> {
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  const sized = await Promise.all(
    files
      // What reports are made of is loaded by no page.
      .filter((file) => file.isFile() && !file.parentPath.endsWith("report"))
      .map(async (file) => {
        const bytes = await readFile(path.join(file.parentPath, file.name));
        return { name: file.name, bytes: bytes.length, gzip: gzipSync(bytes).length };
      }),
  );
  const sum = (of: "bytes" | "gzip"): number => sized.reduce((total, file) => total + file[of], 0);
  print(
    `bundle: ${kilobytes(sum("gzip"))} gzip, ${kilobytes(sum("bytes"))} plain, ${sized.length} files; the largest:`,
  );
  for (const { name, gzip } of sized.toSorted((one, other) => other.gzip - one.gzip).slice(0, 6))
    print(`  ${kilobytes(gzip).padStart(9)}  ${name}`);
}

async function seed(farm: SeededFarm) {
  for (let n = 1; n <= 200; n += 1) await seedJob(farm, n);
  const screens = await drawScreens();
  const way = (length: number) =>
    Array.from({ length }, (_step, at) => {
      const screen = screens[at % screens.length];
      if (screen === undefined) throw new Error("No screen was drawn.");
      return { screen, element: `BUTTON "Step ${at + 1}"` };
    });
  const variants = ["claude-haiku-5-5", "careful"];
  return {
    short: await seedTrajectory(farm, {
      jobId: "01KZ0000000000000000000050",
      task: "Fifty steps",
      steps: way(50),
    }),
    long: await seedTrajectory(farm, {
      jobId: "01KZ0000000000000000001000",
      task: "Long",
      steps: way(steps),
    }),
    batch: await seedBatch(farm, { number: 1, jobs, tasks: 500, variants }),
  };
}

/** Milliseconds from the navigation until `drawn` is true in the page and painted. */
async function opens(page: Page, address: string, drawn: string): Promise<number> {
  await page.goto(address);
  return page.evaluate(`new Promise((done) => {
    const look = () => ((${drawn})
      ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
      : requestAnimationFrame(look));
    look();
  })`);
}

async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / mebibyte;
}

/** From a click until the page says how many jobs fit, and the canvas is drawn. */
const filterTime = `new Promise((done) => {
  const from = performance.now();
  const wait = () => (document.body.innerText.includes("jobs match")
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)))
    : requestAnimationFrame(wait));
  document.querySelector('[data-state="failed"]').click();
  wait();
})`;

/** The longest frame while the cells are scrolled from the first to the last. */
const scrollTime = `new Promise((done) => {
  const cells = document.querySelector(".cell-scroll");
  let [longest, before, frames] = [0, performance.now(), 0];
  const next = () => {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
    cells.scrollTop += cells.scrollHeight / 120;
    frames += 1;
    if (frames < 120) requestAnimationFrame(next);
    else done(longest);
  };
  requestAnimationFrame(next);
})`;

await using farm = await startSeededFarm();
const { short, long, batch } = await seed(farm);
const browser = await openBrowser();
await printSizes();
{
  await using opened = await openConsole(browser, farm);
  const { page } = opened;
  const cases: readonly (readonly [name: string, path: string, drawn: string])[] = [
    ["first list of jobs", "/jobs", `document.querySelectorAll(".table-body [role=row]").length > 5`],
    ["job of 50 steps", `/jobs/${short}`, `document.body.innerText.includes("Step 1")`],
    [`job of ${steps} steps`, `/jobs/${long}`, `document.body.innerText.includes("Step 1")`],
    [`batch of ${jobs} jobs`, `/batches/${batch}`, `document.querySelector(".cell-map canvas")?.width > 0`],
  ];
  for (const [name, at, drawn] of cases) {
    const address = new URL(at, farm.apiUrl).href;
    await opens(page, address, drawn);
    const farmBefore = process.cpuUsage();
    const milliseconds = await opens(page, address, drawn);
    const { user, system } = process.cpuUsage(farmBefore);
    const farmTime = ((user + system) / 1_000).toFixed(0);
    const memory = (await heap(page)).toFixed(1);
    print(`${name}: ${milliseconds.toFixed(0)} ms, CPU of the farm ${farmTime} ms, heap ${memory} MiB`);
  }
  print(`filter the batch: ${Number(await page.evaluate(filterTime)).toFixed(0)} ms`);
  print(`scroll its cells: longest frame ${Number(await page.evaluate(scrollTime)).toFixed(0)} ms`);
}
await browser.close();
