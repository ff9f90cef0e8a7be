import type { Page, Request } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { JobId } from "#shared/contracts/values/ids.ts";
import { browserOnSeeds } from "./browser-on-seeds.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";
import { farmTenant } from "./seeded-farm.ts";
import { seededJobId, seedJob } from "./seeded-jobs.ts";

const count = 160;
vi.setConfig({ testTimeout: 120_000 });

const oddTask = "An odd one out";
/** Older than its jobs, as every batch is. */
const batchId = "01J00000000000000000000007";
/** Another one than all others, in whatever can be asked for. */
const odd = {
  outcome: "inconclusive",
  lastErrorCode: "AppCrashed",
  hostId: "host-b",
  deviceId: "host-b.emulator-5556",
  apps: ["com.example.odd"],
  agentModel: "odd-model",
  agent: { kind: "external", name: "odd-agent" },
  tags: ["odd"],
  batch: { batchId, itemKey: "0".repeat(20), taskId: "odd.1", variant: "odd-model", epoch: 1, attempt: 1 },
  claim: { status: "success" },
  falseComplete: true,
  review: {
    reviewId: "01KR0000000000000000000001",
    at: "2026-01-01T00:00:00.000Z",
    by: "Ada",
    verdict: "failed",
  },
  source: { kind: "replay", jobId: seededJobId(1), steps: 3 },
};
type Filtered = readonly [label: string, words: string, found?: string];
const typedFilters: readonly Filtered[] = [
  ["Words", "ODD one"],
  ["Error code", "AppCrashed"],
  ["Device", "host-b.emulator-5556"],
  ["Host", "host-b"],
  ["App", "com.example.odd"],
  ["Model", "odd-model"],
  ["Agent", "odd-agent"],
  ["Tag", "odd"],
  ["Batch", batchId],
  ["From (UTC)", "2999-01-01", ""],
  ["To (UTC)", "2001-01-01 12:30", ""],
];
const chosenFilters: readonly Filtered[] = [
  ["Claim and verdict", "contradict"],
  ["Agent's claim", "success"],
  ["A person's verdict", "given"],
  ["Kind", "continued"],
  ["Kind", "part", "A part of another"],
];

const copied = (page: Page): Promise<string> => page.evaluate("navigator.clipboard.readText()");

/** As if another tab were in front, or this one again. */
const looked = (state: "hidden" | "visible"): string =>
  `Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
   document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`;

const on = browserOnSeeds(async (farm) => {
  const outcomes = ["succeeded", "failed", "inconclusive", "over_budget"] as const;
  for (let n = 1; n <= count; n += 1) await seedJob(farm, n, { outcome: outcomes[n % 4] });
});

describe.skipIf(!hasChromium)("the list of jobs", () => {
  it(
    inChromium("begins with the newest, says how each ended in word and shape, and draws only what is seen"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm);
      const { page } = opened;
      const rows = page.locator(".table-body [role=row]");
      await rows.first().waitFor();
      expect(await rows.nth(0).innerText()).toContain(`Task ${count}`);
      expect(await rows.nth(1).innerText()).toMatch(/over budget[\s\S]*Task 159[\s\S]*42k[\s\S]*\$0\.03/);
      const end = page.getByText(`${count} jobs, no more`);
      const scrollDown = async (): Promise<boolean> => {
        await page.evaluate("document.querySelector('.jobs-table').scrollTo(0, 1e6)");
        return end.isVisible();
      };
      await expect.poll(scrollDown).toBe(true);
      await expect.poll(() => rows.count()).toBeLessThan(80);
      await opened.expectSound();
    },
  );

  it(inChromium("keeps its filters in the address, where a link or a reload finds them"), async () => {
    await using opened = await openConsole(on.browser, on.farm);
    const { page } = opened;
    await page.getByLabel("Outcome", { exact: true }).selectOption("failed");
    await page.waitForURL("**/jobs?outcome=failed");
    await page.getByText("40 jobs, no more").waitFor();
    await page.reload();
    await page.getByText("40 jobs, no more").waitFor();
    await expect.poll(() => page.getByLabel("Outcome", { exact: true }).inputValue()).toBe("failed");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.waitForURL("**/jobs");
    expect(opened.complaints).toEqual([]);
  });

  it(
    inChromium("finds one job by each of its filters, by which the command line would find it too"),
    async () => {
      await seedJob(on.farm, 231, { ...odd, task: oddTask });
      await seedJob(on.farm, 232, { task: "A part of another", parentJobId: seededJobId(1) });
      await using opened = await openConsole(on.browser, on.farm);
      const { page } = opened;
      const tasks = () => page.locator(".table-body .row-link").allInnerTexts();
      await page.getByRole("button", { name: "Filters" }).click();
      for (const [label, words, found = oddTask] of typedFilters) {
        await page.getByLabel(label, { exact: true }).fill(words);
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: `${label} ${words}` }).waitFor();
        await expect.poll(tasks).toEqual(found === "" ? [] : [found]);
        await page.getByRole("button", { name: "Clear" }).click();
      }
      for (const [label, choice, found = oddTask] of chosenFilters) {
        await page.getByLabel(label, { exact: true }).selectOption({ label: choice });
        await expect.poll(tasks).toEqual([found]);
        await page.getByRole("button", { name: "Clear" }).click();
      }
      await page.getByLabel("A person's verdict", { exact: true }).selectOption({ label: "given" });
      await page.getByRole("button", { name: "A person's verdict given" }).waitFor();
      await page.getByRole("button", { name: "Copy CLI" }).click();
      await expect.poll(() => copied(page)).toBe("drover jobs --reviewed true");
      await opened.expectSound();
    },
  );

  it(inChromium("asks again with the mark of what it knows, and not while nobody looks"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs?outcome=failed", { alone: true });
    const { page, goTo } = opened;
    await page.clock.install();
    await goTo("/jobs?outcome=failed");
    await page.getByRole("link", { name: "Task 157" }).waitFor();
    const asked: Request[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v1/jobs?")) asked.push(request);
    });
    await expect.poll(() => page.clock.runFor(2_000).then(() => asked.length)).toBeGreaterThan(0);
    const headers = await asked[0]?.allHeaders();
    expect(headers?.["if-none-match"]).toMatch(/^W\/"/);
    await page.evaluate(looked("hidden"));
    asked.length = 0;
    await page.clock.runFor(60_000);
    expect(asked).toEqual([]);
    await page.evaluate(looked("visible"));
    await expect.poll(() => page.clock.runFor(2_000).then(() => asked.length)).toBeGreaterThan(0);
    expect(opened.complaints).toEqual([]);
  });

  it(inChromium("lets new jobs wait while it is pointed at, and shows them when asked"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs?outcome=refused");
    const { page } = opened;
    await page.getByText("No jobs match these filters.").waitFor();
    await seedJob(on.farm, 201, { outcome: "refused", task: "First of its kind" });
    await page.getByRole("link", { name: "First of its kind" }).waitFor();
    await page.locator(".jobs").hover();
    await seedJob(on.farm, 202, { outcome: "refused", task: "Second of its kind" });
    const waiting = page.getByRole("button", { name: "1 new" });
    await waiting.waitFor();
    expect(await page.getByText("Second of its kind").count()).toBe(0);
    await waiting.click();
    await page.getByRole("link", { name: "Second of its kind" }).waitFor();
    await opened.expectSound();
  });

  it(inChromium("cancels those that were picked, and says how it went"), async () => {
    const queued = { status: "queued", outcome: undefined, startedAt: undefined, finishedAt: undefined };
    await seedJob(on.farm, 211, { ...queued, task: "Wait one" });
    await seedJob(on.farm, 212, { ...queued, task: "Wait two" });
    await using opened = await openConsole(on.browser, on.farm, "/jobs?status=queued");
    const { page } = opened;
    await page.getByLabel("Select Wait one").check();
    await page.getByLabel("Select Wait two").check();
    await page.getByRole("button", { name: "Cancel 2" }).click();
    await page.getByRole("status").getByText("2 cancelled").waitFor();
    const stored = await on.farm.repositories.jobs.get(farmTenant, JobId.parse(seededJobId(211)));
    expect(stored?.outcome ?? stored?.cancelRequestedAt).toBeDefined();
    expect(opened.complaints).toEqual([]);
  });

  it(inChromium("shows what a device or a person wrote as text: nothing of it runs or hides"), async () => {
    const hostile = `<img src=x onerror=document.title='HACKED'></script>\u202egnp.exe ${"long ".repeat(500)}`;
    await seedJob(on.farm, 221, { task: hostile, outcome: "invalid", outcomeReason: hostile.slice(0, 900) });
    await using opened = await openConsole(on.browser, on.farm, "/jobs?outcome=invalid");
    const { page } = opened;
    await page.getByText("<img src=x").first().waitFor();
    expect(await page.getByText("U+202E").count()).toBeGreaterThan(0);
    expect(await page.title()).not.toContain("HACKED");
    await opened.expectSound();
  });

  it(inChromium("is walked through with the keyboard alone, which can be switched off"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs?outcome=failed");
    const { page } = opened;
    await page.getByRole("link", { name: "Task 157" }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect.poll(() => page.locator(":focus").innerText()).toContain("Task 153");
    await page.keyboard.press("k");
    await expect.poll(() => page.locator(":focus").innerText()).toContain("Task 157");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await opened.expectSound();
    await page.getByLabel("Enable single-key shortcuts").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("link", { name: "Task 157" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/jobs/${seededJobId(157)}*`);
  });

  it(inChromium("fits a phone of 390 px, light and dark"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs", { width: 390, height: 844 });
    await opened.page.getByRole("link", { name: "Task 160" }).waitFor();
    await expect.poll(() => opened.page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await opened.expectSound();
    await opened.wear({ colorScheme: "dark" });
    await opened.expectSound();
  });

  it(inChromium("takes a task with its checks, submits it and opens the job"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs?new=1");
    const { page } = opened;
    await page.getByLabel("Task", { exact: true }).fill("Turn on Bluetooth");
    expect(await page.locator(":focus").getAttribute("id")).toBe("task");
    await page.getByRole("button", { name: "Add a check" }).click();
    await page.getByLabel("Check 1: expected value").fill("global/bluetooth_on=1");
    await page.getByLabel("Tags").fill("nightly, settings");
    await page.getByLabel("Most steps").fill("7");
    await page.getByLabel("Store every model call and ADB command").check();
    await opened.expectSound();
    await page.getByRole("button", { name: "Copy CLI" }).last().click();
    await expect
      .poll(() => copied(page))
      .toBe("drover run 'Turn on Bluetooth' --check setting:global/bluetooth_on=1 --max-steps 7 --debug");
    await page.getByRole("dialog").getByLabel("Agent").selectOption("your own program");
    await page.getByLabel("Name of the program").fill("my-agent");
    await page.getByRole("button", { name: "Copy curl" }).last().click();
    await expect.poll(() => copied(page)).toContain('"agent":{"kind":"external","name":"my-agent"}');
    expect(await copied(page)).toContain('"limits":{"maxSteps":7}');
    await page.getByRole("dialog").locator(".copy-request button").first().click();
    await expect.poll(() => copied(page)).toContain("--agent external:my-agent");
    // What the API says of a job that it does not take is in the form.
    const json = {
      code: "PoolNotFound",
      title: "There is no such pool",
      detail: "No pool 'x'.",
      status: 400,
    };
    await page.route("**/v1/jobs", (route) => route.fulfill({ status: 400, json }), { times: 1 });
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await page.getByRole("alert").getByText("There is no such pool").waitFor();
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await page.waitForURL(/\/jobs\/[0-9A-Z]{26}/);
    await page.getByRole("heading", { level: 1, name: "Turn on Bluetooth" }).waitFor();
  });
});
