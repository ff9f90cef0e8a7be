import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { eventually, jobEnded, type RunningFarm, startUpIn } from "../e2e/drover-process.ts";
import { closePages, hasChromium, inChromium, workersBrowser } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";

vi.setConfig({ testTimeout: 120_000 });
const busy = "Look for the hidden setting";
const asking = "Set an alarm; ask for which time";
const apps = ["com.android.settings", "com.android.deskclock", "com.android.contacts"];
// Each step shows something else and takes its time, so that the job is under way for half a minute.
const works = Array.from({ length: 30 }, (_, index) => ({
  task: busy,
  times: 1,
  reply:
    index % 2 === 0
      ? { action: "open_app", app: apps[(index / 2) % apps.length] ?? "" }
      : { action: "wait", duration: 3_000 },
}));
const script = [
  ...works,
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
const api = () => createApiClient(farm.file);

beforeAll(async () => {
  if (!hasChromium) return;
  dir = await mkdtemp(path.join(tmpdir(), "drover-running-job-"));
  model = await startModelServer({ script });
  const environment = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: model.apiKey };
  [browser, farm] = await Promise.all([
    workersBrowser(),
    startUpIn(environment, dir, "--phones", "1", "--model", model.model),
  ]);
}, 120_000);
afterAll(async () => {
  if (!hasChromium) return;
  await closePages(browser);
  await farm.stop();
  await model.close();
  await rm(dir, { recursive: true, force: true });
});

describe.skipIf(!hasChromium)("the page of a job that has not ended", () => {
  it(inChromium("shows the device as it is now, is taken over within it, and shared by a link"), async () => {
    const { jobId } = await api().submit({ task: busy, supervision: unhelped, limits: { maxSteps: 100 } });
    await eventually("a step", async () => ((await api().job(jobId)).stepCount > 1 ? true : undefined), 60);
    await using opened = await openConsole(browser, farm.file, `/jobs/${jobId}`);
    const { page } = opened;
    await page.getByRole("img", { name: /^The screen of .* now$/ }).waitFor();
    await page.locator(".live-stage .touches").waitFor();
    await page.getByRole("button", { name: "Share" }).click();
    const address = await page.locator(".live-share code").textContent();
    await using watched = await openConsole(
      browser,
      farm.file,
      new URL(address ?? "").pathname + new URL(address ?? "").hash,
      {
        signedIn: false,
        alone: true,
      },
    );
    await watched.page.getByRole("heading", { name: "Live job" }).waitFor();
    await page.getByRole("button", { name: "Take over" }).click();
    await page.getByRole("button", { name: "○ Home" }).click();
    await expect.poll(async () => (await api().job(jobId)).pause?.for).toBe("resume");
    await opened.expectSound();
    await page.getByRole("button", { name: "Hand back" }).click();
    await expect.poll(async () => (await api().job(jobId)).pause).toBeUndefined();
    // A step that is looked at takes the place of the present, until that is asked for again.
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "Live", exact: true }).click();
    await page.getByRole("img", { name: /^The screen of .* now$/ }).waitFor();
    await api().cancel(jobId);
    await jobEnded(api(), jobId);
  });

  it(inChromium("[spec R14] says who holds the device that it waits for, and leads there"), async () => {
    const holder = await api().submit({ task: asking, questions: { timeoutMinutes: 10, device: "hold" } });
    await eventually(
      "the question",
      async () => ((await api().job(holder.jobId)).pause ? true : undefined),
      60,
    );
    const { jobId } = await api().submit({ task: "Turn on Bluetooth" });
    await using opened = await openConsole(browser, farm.file, `/jobs/${jobId}`);
    const { page } = opened;
    const waits = page.getByRole("status", { name: "What it waits for" });
    await waits
      .getByText(`is held by a question of job ${holder.jobId}; answer it to free the device`)
      .waitFor();
    await opened.expectSound();
    await waits.getByRole("link", { name: /^Open job/ }).click();
    await page.getByText("For which time?").first().waitFor();
    await api().cancel(holder.jobId);
    expect(await jobEnded(api(), jobId)).toMatchObject({ outcome: "succeeded" });
  });

  it(inChromium("[spec I6.4] reads as a conversation, its roles side by side"), async () => {
    const { jobId } = await api().submit({ task: "Turn on Bluetooth" });
    const ended = await jobEnded(api(), jobId);
    await using opened = await openConsole(browser, farm.file, `/jobs/${jobId}?step=1`);
    const { page } = opened;
    await page.getByRole("button", { name: "Conversation" }).click();
    const call = page
      .getByRole("region", { name: "Conversation" })
      .getByRole("article", { name: /^agent, / });
    await call.getByText("Turn on Bluetooth").first().waitFor();
    await call.getByRole("heading", { name: "Reply" }).waitFor();
    await call.locator(".exchange-call code").first().waitFor();
    const places = await call
      .locator(".exchange-parts > section")
      .evaluateAll((parts) => parts.map((part) => (part as unknown as { offsetTop: number }).offsetTop));
    expect(new Set(places).size).toBe(1);
    await call.getByRole("button", { name: "Edit and ask again" }).click();
    await call.getByLabel("System").fill("You only answer in words.");
    await opened.expectSound();
    await call.getByRole("button", { name: "Ask again", exact: true }).click();
    await call
      .getByRole("status", { name: "Answer to the edited prompt" })
      .getByText(/^Asked again: /)
      .waitFor();
    await page.getByRole("button", { name: "App log" }).waitFor();
    await opened.goTo(`/jobs/${jobId}?step=${ended.stepCount}`);
    await page.getByRole("button", { name: "Conversation" }).click();
    const asked = page.getByRole("region", { name: "Conversation" }).getByRole("article");
    await asked.first().waitFor();
    const roles = await asked.evaluateAll((all) => all.map((one) => one.ariaLabel?.split(",")[0]));
    expect(roles, "in the order in which they were asked").toEqual(["agent", "completion"]);
    expect(opened.complaints).toEqual([]);
  });
});
