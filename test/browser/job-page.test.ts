import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobOutcome } from "#shared/contracts/job/job.ts";
import { createApiClient } from "../../cli/api-client.ts";
import { eventually, jobEnded, type RunningFarm, startUpIn } from "../e2e/drover-process.ts";
import { closePages, hasChromium, inChromium, workersBrowser } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";

const stuck = "Look for the hidden setting";
const asking = "Set an alarm; ask for which time";
const script = [
  { task: stuck, times: 1, reply: { action: "open_app", app: "com.android.settings" } },
  { task: stuck, times: 40, reply: { action: "tap", coordinate: [540, 100] as [number, number] } },
  { task: asking, times: 1, reply: { action: "ask_user", question: "For which time?" } },
];
const unhelped = {
  planning: "off",
  progress: false,
  verification: "off",
  completion: false,
  retry: false,
} as const;

let dir: string;
let model: ModelServer;
let farm: RunningFarm;
let browser: Browser;
/** By how each ended; the recovering one by `recovering`. */
const jobs = new Map<JobOutcome | "recovering", string>();

const api = () => createApiClient(farm.file);
const ended = async (jobId: string): Promise<JobOutcome> => {
  const { outcome } = await jobEnded(api(), jobId);
  if (outcome === undefined) throw new Error(`${jobId} has no outcome`);
  return outcome;
};
const jobOf = (name: JobOutcome | "recovering"): string => {
  const jobId = jobs.get(name);
  if (jobId === undefined) throw new Error(`no job ended ${name}`);
  return jobId;
};

async function runThem(): Promise<void> {
  const setting = (key: string, equals: string) =>
    ({ kind: "setting", namespace: "global", key, equals }) as const;
  const good = await api().submit({
    task: "Turn on Bluetooth",
    validators: [setting("bluetooth_on", "1")],
    debug: true,
  });
  jobs.set(await ended(good.jobId), good.jobId);
  const bad = await api().submit({ task: "Turn off Wi-Fi", validators: [setting("wifi_on", "7")] });
  jobs.set(await ended(bad.jobId), bad.jobId);
  const recovering = await api().submit({ task: stuck, supervision: unhelped, limits: { maxSteps: 10 } });
  await ended(recovering.jobId);
  jobs.set("recovering", recovering.jobId);
  // It keeps the only phone while it waits for its answer, so that the next finds none.
  const waits = await api().submit({ task: asking, questions: { timeoutMinutes: 10, device: "hold" } });
  await eventually("the question", async () => ((await api().job(waits.jobId)).pause ? true : undefined), 60);
  const late = await api().submit({ task: "Turn on Bluetooth", limits: { queueSeconds: 10 } });
  jobs.set(await ended(late.jobId), late.jobId);
  await api().cancel(waits.jobId);
  jobs.set(await ended(waits.jobId), waits.jobId);
}

beforeAll(async () => {
  if (!hasChromium) return;
  dir = await mkdtemp(path.join(tmpdir(), "drover-job-page-"));
  model = await startModelServer({ script });
  const environment = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: model.apiKey };
  [browser, farm] = await Promise.all([
    workersBrowser(),
    startUpIn(environment, dir, "--phones", "1", "--model", model.model),
  ]);
  await runThem();
}, 240_000);
afterAll(async () => {
  if (!hasChromium) return;
  await closePages(browser);
  await farm.stop();
  await model.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

describe.skipIf(!hasChromium)("the page of a job", () => {
  it.each(["succeeded", "failed", "recovering", "inconclusive", "cancelled"] as const)(
    inChromium("shows a real %s one, light and wide, dark and narrow, without a complaint"),
    async (name) => {
      const address = `/jobs/${jobOf(name)}`;
      await using wide = await openConsole(browser, farm.file, `${address}?tab=check`);
      await wide.page.getByRole("heading", { name: "Verdict of the job" }).waitFor();
      await wide.expectSound();
      await using narrow = await openConsole(browser, farm.file, address, {
        width: 390,
        height: 844,
        colorScheme: "dark",
      });
      await narrow.page.getByRole("heading", { level: 1 }).waitFor();
      await narrow.page.getByRole("tab", { name: "thinking" }).waitFor();
      expect(await narrow.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
      await narrow.expectSound();
    },
    60_000,
  );

  it(inChromium(
    "[spec C7] shows a step's screen with what was done on it, and all that is known of it",
  ), async () => {
    await using opened = await openConsole(browser, farm.file, `/jobs/${jobOf("succeeded")}?step=2`);
    const { page } = opened;
    await page.locator(".step-line[aria-current]").getByText("2", { exact: true }).waitFor();
    await page.locator(".touches .touch-ring").waitFor({ state: "attached" });
    // A screen is told to ears by its own elements.
    await page.getByRole("img", { name: /^Screen of Settings: .*Connected devices/ }).waitFor();
    const pictureWidth = (): Promise<unknown> =>
      page.evaluate("document.querySelector('.screen-device img').naturalWidth");
    await expect.poll(pictureWidth).toBeGreaterThan(0);
    const finds: Readonly<Record<string, RegExp>> = {
      action: /Changes on the screen/,
      check: /setting global\/bluetooth_on/,
      tree: /elements/,
      conversation: /Reply/,
      adb: /input|uiautomator|screencap/,
      timing: /total/,
    };
    for (const [tab, text] of Object.entries(finds)) {
      await page.getByRole("tab", { name: tab }).click();
      await page.locator(".inspected").getByText(text).first().waitFor();
    }
    await opened.expectSound();
  }, 60_000);

  it(inChromium(
    "goes from step to step by keys alone, and its address leads back to the same place",
  ), async () => {
    await using opened = await openConsole(browser, farm.file, `/jobs/${jobOf("succeeded")}`);
    const { page, goTo } = opened;
    await page.locator(".step-line[aria-current]").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/step=3/);
    await page.keyboard.press("k");
    await page.waitForURL(/step=2/);
    await page.getByRole("slider", { name: "Steps over time" }).focus();
    await page.keyboard.press("End");
    const last = await page.locator(".step-line .step-number").last().innerText();
    const current = page.locator(".step-line[aria-current]").getByText(last, { exact: true });
    await current.waitFor();
    await page.getByRole("tab", { name: "thinking" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/tab=action/);
    const here = new URL(page.url());
    await goTo(here.pathname + here.search);
    await current.waitFor();
    await page.getByRole("tab", { name: "action", selected: true }).waitFor();
  }, 60_000);

  it(inChromium("loses no key that is pressed before the last one is drawn"), async () => {
    await using opened = await openConsole(browser, farm.file, `/jobs/${jobOf("succeeded")}?step=1`);
    const { page } = opened;
    await page.locator(".step-line[aria-current]").waitFor();
    await page.evaluate(`for (const key of ["j", "ArrowRight", "k", "j"])
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))`);
    await page.locator(".step-line[aria-current]").getByText("3", { exact: true }).waitFor();
  }, 60_000);

  it(inChromium(
    "takes a stretch of the film by a drag, plays it, and slides from before to after",
  ), async () => {
    await using opened = await openConsole(browser, farm.file, `/jobs/${jobOf("succeeded")}`);
    const { page } = opened;
    const lines = page.locator(".step-line");
    await lines.nth(2).waitFor();
    const all = await lines.count();
    const current = page.locator(".step-line[aria-current] .step-number");
    const film = page.getByRole("slider", { name: "Steps over time" });
    const box = await film.boundingBox();
    if (box === null) throw new Error("There is no film.");
    const middle = box.y + box.height / 2;
    await page.mouse.move(box.x + 2, middle);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.2, middle);
    await page.mouse.up();
    const whole = page.getByRole("button", { name: "Show all" });
    await whole.waitFor();
    await expect.poll(() => lines.count()).toBeLessThan(all);
    await whole.click();
    await expect.poll(() => lines.count()).toBe(all);
    await page.getByRole("button", { name: "both", exact: true }).click();
    const split = page.getByRole("slider", { name: "Before and after" });
    await split.fill("25");
    await expect.poll(() => page.locator(".screen-over").getAttribute("style")).toContain("25%");
    await opened.expectSound();
    await film.click({ position: { x: 2, y: box.height / 2 } });
    await expect.poll(() => current.textContent()).toBe("1");
    await page.getByLabel("Speed").selectOption("8×");
    await page.getByRole("button", { name: "Play" }).click();
    await expect.poll(() => current.textContent()).toBe(String(all));
    await page.getByRole("button", { name: "Play" }).waitFor();
    expect(opened.complaints).toEqual([]);
  }, 60_000);

  it(inChromium("leaves as a file, and stays open"), async () => {
    await using opened = await openConsole(browser, farm.file, `/jobs/${jobOf("succeeded")}`);
    const { page } = opened;
    const file = page.waitForEvent("download");
    await page.getByLabel("Export").selectOption("Trajectory as JSON");
    const stream = await (await file).createReadStream();
    expect(JSON.parse(await text(stream))).toMatchObject({ job: { jobId: jobOf("succeeded") } });
    expect(new URL(page.url()).pathname).toBe(`/jobs/${jobOf("succeeded")}`);
    expect(opened.complaints).toEqual([]);
  }, 60_000);

  it(inChromium("marks the recovery among the steps, and tells it whole"), async () => {
    await using opened = await openConsole(browser, farm.file, `/jobs/${jobOf("recovering")}`);
    const { page } = opened;
    await page.locator(".aside-recovery").first().click();
    await page.getByRole("heading", { name: "Messages between planner and actor" }).waitFor();
    await page.locator(".messages li").first().waitFor();
    await page.getByRole("button", { name: "Back to the step" }).click();
    await page.getByRole("tab", { name: "thinking" }).waitFor();
    await opened.expectSound();
  }, 60_000);

  it(inChromium(
    "shows the steps of a running job as they come, and its end, without being asked again",
  ), async () => {
    const { jobId } = await api().submit({ task: "Turn on airplane mode" });
    await using opened = await openConsole(browser, farm.file, `/jobs/${jobId}`);
    const { page } = opened;
    await page.locator(".step-line").first().waitFor({ timeout: 60_000 });
    // Nothing checked it: the agent alone says so.
    await page.locator(".job-title .outcome-unverified").getByText("unverified").waitFor({ timeout: 60_000 });
    const { stepCount } = await api().job(jobId);
    await page.locator(".job-facts").getByText(`${stepCount} steps`).waitFor();
    await opened.expectSound();
  }, 150_000);
});
