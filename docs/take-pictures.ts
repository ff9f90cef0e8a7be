/** Takes the pictures of docs/console.md again: `npm run pictures [-- job batch]`. With Debian's chromium, on a farm with two phones and on seeded storage. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { createApiClient } from "../cli/api-client.ts";
import { batchClient } from "../cli/batch/batch-client.ts";
import { openBrowser } from "../test/browser/open-browser.ts";
import { type ConsoleFarm, openConsole } from "../test/browser/open-console.ts";
import { seedErrors } from "../test/browser/seeded-errors.ts";
import { startSeededFarm } from "../test/browser/seeded-farm.ts";
import { drawScreens } from "../test/browser/seeded-screens.ts";
import { lostDevice, screenNamed, seedWays } from "../test/browser/seeded-ways.ts";
import { eventually, jobEnded, startUp } from "../test/e2e/drover-process.ts";
import { failingLines } from "../test/e2e/failing-tasks.ts";

const folder = path.resolve(import.meta.dirname, "console");

const named = process.argv.slice(2);
const isWanted = (name: string): boolean => named.length === 0 || named.includes(name);

/** A picture loads when it comes into view. */
const allLoaded = `[...document.images].every((one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  const isSeen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  return !isSeen || (one.complete && one.naturalWidth > 0);
})`;

interface Picture {
  readonly name: string;
  readonly address: string;
  readonly colorScheme?: "dark";
  /** Until what is to be seen is there. */
  readonly ready: (page: Page) => Promise<unknown>;
}

async function take(browser: Browser, farm: ConsoleFarm, { name, address, colorScheme, ready }: Picture) {
  if (!isWanted(name)) return;
  await using opened = await openConsole(browser, farm, address, { colorScheme: colorScheme ?? "light" });
  const { page } = opened;
  await ready(page);
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForFunction(allLoaded);
  // What is loaded is decoded and painted a moment later.
  await page.evaluate(
    "Promise.all([...document.images].filter((one) => one.complete).map((one) => one.decode()))",
  );
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  process.stdout.write(`${name}\n`);
}

async function onPhones(browser: Browser): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-pictures-"));
  const farm = await startUp(dir);
  try {
    const client = createApiClient(farm.file);
    const submit = (task: string, key: string, equals: string) =>
      client.submit({ task, validators: [{ kind: "setting", namespace: "global", key, equals }] });
    const tasks = [
      await submit("Turn on Bluetooth, then set an alarm for 7:30", "bluetooth_on", "1"),
      await submit("Turn off Wi-Fi", "wifi_on", "0"),
      await submit("Turn on Bluetooth", "wifi_on", "7"),
      await submit("Turn on airplane mode", "airplane_mode_on", "1"),
    ];
    for (const { jobId } of tasks) await jobEnded(client, jobId);
    const [job] = tasks;
    const rows = (page: Page) => page.locator(".table-body [role=row]").nth(3).waitFor();
    const screen = async (page: Page) => {
      await page.locator(".touches .touch-ring").waitFor({ state: "attached" });
      // Until their addresses are known there is a frame without a picture.
      await page.waitForFunction("document.querySelector('.job-view .no-picture') === null");
    };
    await take(browser, farm.file, { name: "jobs", address: "/jobs", ready: rows });
    await take(browser, farm.file, { name: "job", address: `/jobs/${job?.jobId}?step=2`, ready: screen });
    await take(browser, farm.file, {
      name: "timing",
      address: `/jobs/${job?.jobId}?step=5&tab=timing`,
      colorScheme: "dark",
      ready: (page) => page.getByText("total", { exact: true }).first().waitFor(),
    });
    await take(browser, farm.file, {
      name: "device",
      address: "/devices/local.emulator-5554",
      ready: async (page) => {
        await page.getByAltText(/^The screen of/).waitFor();
        await page.getByRole("button", { name: "Take over" }).click();
        await page.getByText(/^Tap by name \([1-9]/).waitFor();
        await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
      },
    });
    const driven = await client.submit({ task: "Turn on Bluetooth", agent: { kind: "human" } });
    await take(browser, farm.file, {
      name: "drive",
      address: `/jobs/${driven.jobId}`,
      ready: async (page) => {
        await page.getByText("Step 1, due in").waitFor();
        await page.getByText(/^Tap by name/).click();
        await page.getByRole("button", { name: "Settings" }).click();
        await page.getByText("Step 2, due in").waitFor();
        await page.locator(".drive-touch:not(.drive-busy)").waitFor();
      },
    });
    await client.cancel(driven.jobId);
    await take(browser, farm.file, {
      name: "review",
      address: "/review",
      ready: (page) => page.getByAltText("The last screen").waitFor(),
    });
    if (isWanted("batch")) await ofBatch(browser, farm.file, dir);
  } finally {
    await farm.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** A real batch whose tasks fail by checks, a dozen times each. */
async function ofBatch(browser: Browser, farm: ConsoleFarm, dir: string): Promise<void> {
  const client = await batchClient(dir);
  const { batchId } = await client.submit({ name: "everyday", lines: failingLines(12) });
  const isOver = async () => ((await client.read(batchId)).status === "finished" ? true : undefined);
  await eventually("the batch", isOver, 600);
  await take(browser, farm, {
    name: "batch",
    address: `/batches/${batchId}`,
    ready: (page) => page.locator("button.cause").nth(2).waitFor(),
  });
}

async function onSeeds(browser: Browser): Promise<void> {
  await using farm = await startSeededFarm();
  const screens = await drawScreens();
  await seedErrors(farm, {
    ...lostDevice,
    count: 14,
    screen: screenNamed(screens, "settings"),
    hosts: ["b-3"],
  });
  await seedErrors(farm, {
    code: "ElementNotFound",
    message: "There is no element 'Use Bluetooth' on this screen.",
    attemptedAction: lostDevice.attemptedAction,
    count: 5,
    screen: screenNamed(screens, "bluetooth"),
    hosts: ["b-1", "b-2"],
    days: 3,
  });
  await take(browser, farm, {
    name: "errors",
    address: "/errors",
    ready: (page) => page.getByText("all on host b-3").first().waitFor(),
  });
  const ways = [
    ["home", "settings", "bluetooth"],
    ["home", "settings", "wifi", "bluetooth"],
    ["home", "settings", "bluetooth", "home"],
  ];
  const ids = await seedWays(farm, screens, { task: "Turn on Bluetooth", ways });
  await take(browser, farm, {
    name: "compare",
    address: `/compare?jobs=${ids.join(",")}`,
    ready: (page) =>
      page
        .getByText(/The first difference is in row/)
        .first()
        .waitFor(),
  });
}

const browser = await openBrowser();
try {
  await onPhones(browser);
  if (["errors", "compare"].some(isWanted)) await onSeeds(browser);
} finally {
  await browser.close();
}
