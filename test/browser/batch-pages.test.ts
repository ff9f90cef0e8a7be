import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import type { BatchId } from "#shared/contracts/values/ids.ts";
import { sampleJob } from "../shared/storage/sample-records.ts";
import { browserOnSeeds } from "./browser-on-seeds.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";
import { batchJobId, itemKeyOf, seedBatch, seedEnded } from "./seeded-batch.ts";
import { farmTenant } from "./seeded-farm.ts";

let large: BatchId;
let ended: BatchId;
let running: BatchId;
let hostile: BatchId;
const largeJobs = 10_000;
vi.setConfig({ testTimeout: 120_000 });
const markup = `<img src=x onerror="window.ran=true"></script><script>window.ran=true</script>\u202eevil`;

const on = browserOnSeeds(async (farm) => {
  const variants = ["claude-haiku-5-5", "careful"];
  large = await seedBatch(farm, { number: 1, jobs: largeJobs, tasks: 500, variants });
  ended = await seedBatch(farm, { number: 0, jobs: 400, tasks: 50, variants });
  running = await seedBatch(farm, {
    number: 2,
    jobs: 300,
    tasks: 30,
    pending: 100,
    variants,
    skill: 0.7,
    // As if an execution ran it: nothing here would.
    change: { executionArn: "arn:aws:states:us-east-1:000000000000:execution:batch:gone" },
  });
  for (const line of [1, 2, 31, 32])
    await farm.repositories.jobs.create(
      sampleJob({
        tenantId: farmTenant,
        jobId: batchJobId(2, line),
        status: "finished",
        outcome: "succeeded",
        batch: {
          batchId: running,
          itemKey: itemKeyOf(line),
          taskId: "set-alarm.1",
          variant: "careful",
          epoch: 1,
          attempt: 1,
        },
      }),
    );
  hostile = await seedBatch(farm, {
    number: 3,
    jobs: 20,
    tasks: 4,
    said: markup,
    skill: 0,
    change: {
      statusReason: markup,
      changes: [{ at: new Date().toISOString(), by: markup, reason: markup, change: markup }],
    },
  });
});

/** The counters of a batch's page, as text by state. */
const counters = `Object.fromEntries([...document.querySelectorAll("[data-state]")].map(
  (one) => [one.dataset.state, Number(one.querySelector("strong").innerText.replaceAll(",", ""))]))`;
const rowCount = `Number(document.querySelector(".batch-jobs").getAttribute("aria-rowcount")) - 1`;

describe.skipIf(!hasChromium)("a batch's page", () => {
  it(inChromium("counts ten thousand jobs as the farm does, and lists as many as it counts"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/batches/${large}`);
    const { page } = opened;
    await page.getByRole("listbox", { name: "10000 jobs, one cell each" }).waitFor();
    const counted = (await page.evaluate(counters)) as Record<string, number>;
    const { outcomes } = await on.farm.repositories.batchItems.counts(farmTenant, large);
    expect(counted).toEqual(outcomes);
    expect(Object.values(counted).reduce((sum, count) => sum + count)).toBe(largeJobs);
    await opened.goTo(`/batches/${large}?view=jobs&outcome=inconclusive`);
    await page.getByRole("table", { name: "Jobs of the batch" }).waitFor();
    await expect.poll(() => page.evaluate(rowCount)).toBe(counted.inconclusive);
    expect(await page.locator("[role=row]").count()).toBeLessThan(100);
    await opened.expectSound();
  });

  it(inChromium("says what the jobs of a cause have in common, and filters by it"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/batches/${large}`);
    const { page } = opened;
    const cause = page.locator("button.cause", { hasText: "DeviceDisconnected" });
    await cause.getByText(/all on host b-3 \([\d.]+ % of the others\)/).waitFor();
    await cause.click();
    await page.waitForURL(/errorCode=DeviceDisconnected/);
    const { inconclusive } = (await page.evaluate(counters)) as Record<string, number>;
    await page.getByText(`${inconclusive} jobs match`).waitFor();
    await expect.poll(() => page.locator(".cause-jobs .mono").count()).toBe(10);
    await page.getByText("Screens of this error").waitFor();
    await cause.click();
    await expect.poll(() => page.getByText("jobs match").count()).toBe(0);
  });

  it(inChromium("is gone through cell by cell with keys, which open a cell's job"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/batches/${running}?group=task`);
    const { page } = opened;
    const cells = page.getByRole("listbox", { name: "300 jobs, one cell each" });
    await cells.waitFor();
    await page.getByLabel("Order of the cells").focus();
    await page.keyboard.press("Tab");
    const named = () => page.locator("[role=option]").innerText();
    await expect.poll(named).toMatch(/^set-alarm\.1, claude-haiku-5-5, repetition 1,/);
    await page.keyboard.press("ArrowRight");
    await expect.poll(named).toMatch(/^set-alarm\.1, careful, repetition 1,/);
    await page.keyboard.press("ArrowDown");
    await expect.poll(named).toMatch(/^add-contact\.1, careful, repetition 1,/);
    await page.keyboard.press("End");
    await expect.poll(named).toBe("line 300, queued");
    await page.keyboard.press("Home");
    await opened.expectSound();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/jobs/${batchJobId(2, 1)}`);
  });

  it(inChromium("shows what a cell stands for under the pointer, and opens its job on a click"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/batches/${running}`);
    const { page } = opened;
    const cells = page.getByRole("listbox");
    await cells.hover({ position: { x: 30, y: 8 } });
    await expect.poll(() => page.locator(".cell-tip").innerText()).toContain("add-contact.1");
    await cells.click({ position: { x: 30, y: 8 } });
    await page.waitForURL(`**/jobs/${batchJobId(2, 2)}`);
  });

  it(inChromium("counts on while jobs end"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/batches/${running}`);
    const { page } = opened;
    await page.getByRole("listbox").waitFor();
    const { queued = 0, succeeded = 0 } = (await page.evaluate(counters)) as Record<string, number>;
    await seedEnded(on.farm, running, { number: 2, line: 201, taskId: "set-alarm.1", variant: "careful" });
    await expect
      .poll(() => page.evaluate(counters))
      .toMatchObject({ queued: queued - 1, succeeded: succeeded + 1 });
    expect(opened.complaints).toEqual([]);
  });

  it(inChromium("counts on by asking again where its events cannot be had"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/batches");
    const { page, goTo } = opened;
    let refused = 0;
    await page.route("**/v1/batches/*/events", (route) => {
      refused += 1;
      return route.fulfill({ status: 404, json: { code: "NotFound", title: "Not here", status: 404 } });
    });
    await goTo(`/batches/${running}`);
    await page.getByRole("listbox").waitFor();
    const { succeeded = 0 } = (await page.evaluate(counters)) as Record<string, number>;
    await expect.poll(() => refused).toBe(1);
    await seedEnded(on.farm, running, { number: 2, line: 202, taskId: "set-alarm.1", variant: "careful" });
    await expect.poll(() => page.evaluate(counters)).toMatchObject({ succeeded: succeeded + 1 });
    expect(refused).toBe(1);
  });

  it(inChromium("is steered in its settings, models and single jobs, each with who and why"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/batches/${running}`);
    const { page, goTo } = opened;
    const why = "Too dear by half.";
    const stored = () => on.farm.repositories.batches.get(farmTenant, running);
    const give = async (name: string): Promise<void> => {
      await page.getByLabel("Why").fill(why);
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await page.getByRole("button", { name: "Concurrency…" }).click();
    await page.getByLabel("Most jobs at the same time").fill("7");
    await page.getByLabel("Your name").fill("Grace");
    await give("Change");
    expect(await stored()).toMatchObject({ settings: { concurrency: 7 } });
    await page.getByRole("button", { name: "Budget…" }).click();
    await page.getByLabel("Dollars").fill("12.5");
    await page.getByLabel("Steps").fill("900");
    await page.getByLabel("When the budget is used up").selectOption("pause the batch");
    await opened.expectSound();
    await give("Change");
    const dear = { costUsd: 12.5, steps: 900, onBreach: "pause" };
    expect(await stored()).toMatchObject({ settings: { budget: dear } });
    await page.getByRole("button", { name: "Budget…" }).click();
    await page.getByLabel("Steps").fill("");
    await give("Change");
    expect((await stored())?.settings.budget).toEqual({ costUsd: 12.5, onBreach: "pause" });
    await page.getByRole("button", { name: "Models…" }).click();
    await page.getByLabel("careful").check();
    await give("Change");
    expect(await stored()).toMatchObject({ pausedVariants: ["careful"] });
    await goTo(`/batches/${running}?view=jobs`);
    await page.getByRole("button", { name: "Run line 1 again" }).click();
    await give("Run again");
    const batch = await stored();
    expect(batch?.retries).toMatchObject([{ itemKeys: [itemKeyOf(1)] }]);
    // The name was typed once.
    expect(batch?.changes.slice(-5).every(({ by, reason }) => by === "Grace" && reason === why)).toBe(true);
    await opened.expectSound();
  });

  it(inChromium("leaves as a file in the form that is chosen"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/batches/${running}`);
    const { page } = opened;
    const file = page.waitForEvent("download");
    await page.getByLabel("Export").selectOption("Results as CSV");
    const rows = (await text(await (await file).createReadStream())).trim().split("\n");
    expect(rows[0]).toContain("outcome");
    expect(rows.length).toBeGreaterThan(200);
    expect(opened.complaints).toEqual([]);
  });

  it(inChromium("is paused with a name and a reason, which stay with it"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/batches/${running}`);
    const { page } = opened;
    await page.getByRole("button", { name: "Pause…" }).click();
    await page.getByLabel("Why").fill("The phones are needed elsewhere.");
    await page.getByLabel("Your name").fill("Grace");
    await opened.expectSound();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Resume…" }).waitFor();
    const batch = await on.farm.repositories.batches.get(farmTenant, running);
    expect(batch?.status).toBe("paused");
    expect(batch?.changes.at(-1)).toMatchObject({ by: "Grace", reason: "The phones are needed elsewhere." });
    await page.getByRole("tab", { name: "Settings and changes" }).click();
    await page.getByText("running → paused").waitFor();
  });

  it(
    inChromium("shows what a rerun will take before it starts, in light and dark and on a phone"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm, `/batches/${ended}`);
      const { page } = opened;
      await page.getByRole("button", { name: "Retry…" }).click();
      const forecast = page.getByRole("region", { name: "Forecast" });
      await forecast.getByText(/Time\s*\d/).waitFor();
      await expect.poll(() => forecast.innerText()).toMatch(/Bound by\s+devices/);
      const failed = await forecast.innerText();
      await page.getByLabel(/^All ended jobs/).check();
      await expect.poll(() => forecast.innerText()).not.toBe(failed);
      for (const [width, colorScheme] of [
        [1280, "dark"],
        [390, "light"],
      ] as const) {
        await opened.wear({ width, colorScheme });
        await opened.expectSound();
      }
    },
  );

  it(inChromium("fits a phone and satisfies axe in light and dark in each of its views"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/batches/${running}?view=changes`);
    const { page } = opened;
    for (const view of ["Causes and cells", "Tasks", "Jobs", "Settings and changes"]) {
      await page.getByRole("tab", { name: view }).click();
      await page.getByRole("tabpanel", { name: view }).locator(":scope > :visible").first().waitFor();
      for (const [width, colorScheme] of [
        [1280, "dark"],
        [390, "light"],
      ] as const) {
        await opened.wear({ width, colorScheme });
        await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        await opened.expectSound();
      }
    }
  });

  it(inChromium("takes what devices and people wrote for text"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/batches/${hostile}`);
    const { page } = opened;
    await page.locator(".causes li").first().waitFor();
    expect(await page.locator(".causes").innerText()).toContain('<img src=x onerror="window.ran=true">');
    expect(await page.locator(".causes").innerText()).toContain("U+202E");
    await opened.goTo(`/batches/${hostile}?view=changes&taskId=${encodeURIComponent(markup)}`);
    await page.getByText("Changes", { exact: true }).waitFor();
    expect(await page.evaluate("window.ran")).toBeUndefined();
    expect(await page.locator("img, main script").count()).toBe(0);
    await opened.expectSound();
  });
});

describe.skipIf(!hasChromium)("the list of batches", () => {
  it(
    inChromium("shows the newest first with what they came to, and compares those that are chosen"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm, "/batches");
      const { page } = opened;
      const rows = page.locator(".table-body [role=row]");
      await expect
        .poll(() => rows.nth(2).innerText())
        .toMatch(/nightly-1[\s\S]*8\d(\.\d)? %[\s\S]*\$3\d\.\d\d/);
      await opened.expectSound();
      await page.getByLabel("Compare nightly-0").check();
      await page.getByLabel("Compare nightly-2").check();
      await page.getByRole("link", { name: "Compare 2" }).click();
      await page.waitForURL(/batches=nightly-0%2Cnightly-2$/);
      await page.getByRole("heading", { name: "Compare 2 batches" }).waitFor();
      await opened.goTo("/compare?batches=nightly-1,nightly-9");
      await page.getByText("No batch is named nightly-9.").waitFor();
    },
  );
});
