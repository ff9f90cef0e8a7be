import { describe, expect, it } from "vitest";
import { browserOnSeeds } from "./browser-on-seeds.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";
import { seedBatch } from "./seeded-batch.ts";
import { seedJob } from "./seeded-jobs.ts";
import { drawScreens } from "./seeded-screens.ts";
import { seedTrajectory } from "./seeded-steps.ts";

const still = "01KZ0000000000000000000012";

const on = browserOnSeeds(async (farm) => {
  // Of more than one page the longest job is the oldest: a sort of what was loaded alone would not find it.
  await seedJob(farm, 1, { task: "The longest of all", stepCount: 900 });
  for (let n = 2; n <= 70; n += 1) await seedJob(farm, n);
  await seedJob(farm, 71, { outcome: "failed", outcomeReason: "setting global/wifi_on: expected 0, was 1" });
  await seedBatch(farm, { number: 1, jobs: 12, tasks: 3, variants: ["careful"], skill: 1 });
  await seedBatch(farm, { number: 2, jobs: 30, tasks: 3, variants: ["careful"], skill: 0.2 });
  const [screen] = await drawScreens(1);
  if (screen === undefined) throw new Error("No screen was drawn.");
  const steps = Array.from({ length: 12 }, (_, at) => ({ screen, element: `BUTTON "Step ${at}"` }));
  await seedTrajectory(farm, { jobId: still, task: "Look and wait", steps });
});

describe.skipIf(!hasChromium)("lists of the console", () => {
  it(
    inChromium("sorts jobs over the whole list by keyboard, says so, and keeps it in the address"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm, "/jobs");
      const { page } = opened;
      const table = page.getByRole("table", { name: "Jobs" });
      const steps = table.getByRole("columnheader", { name: "Steps" });
      await steps.getByRole("button").press("Enter");
      await expect.poll(() => page.url()).toContain("sort=-steps");
      await expect.poll(() => table.getByRole("row").nth(1).innerText()).toContain("The longest of all");
      expect(await steps.getAttribute("aria-sort")).toBe("descending");
      await opened.expectSound();
      await page.reload();
      await expect.poll(() => table.getByRole("row").nth(1).innerText()).toContain("The longest of all");
      await steps.getByRole("button").click();
      await expect.poll(() => steps.getAttribute("aria-sort")).toBe("ascending");
      await steps.getByRole("button").click();
      await expect.poll(() => page.url()).not.toContain("sort=");
    },
  );

  it(inChromium("sorts a list by a choice where a narrow window has no headers"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs", { width: 390, colorScheme: "dark" });
    const { page } = opened;
    await page.getByLabel("Sort by").selectOption("-steps");
    const first = page.getByRole("table", { name: "Jobs" }).locator('[data-row="0"]');
    await expect.poll(() => first.innerText()).toContain("The longest of all");
    await opened.expectSound();
  });

  it(inChromium("finds a job by a word of its reason from the bar on top"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/batches");
    const { page } = opened;
    await page.getByRole("searchbox").fill("wifi_on");
    await page.getByRole("searchbox").press("Enter");
    await page.getByText("1 job, no more").waitFor();
    await page.getByRole("link", { name: "Task 71" }).waitFor();
    await opened.expectSound();
  });

  it(inChromium("sorts batches, and opens one by its name, which its address keeps"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/batches");
    const { page } = opened;
    const table = page.getByRole("table", { name: "Batches" });
    await table.getByRole("columnheader", { name: "Jobs" }).getByRole("button").click();
    await expect.poll(() => table.locator('[data-row="0"]').innerText()).toContain("nightly-2");
    for (const [column, first, second] of [
      ["Success", "nightly-1", "nightly-2"],
      ["Cost", "nightly-2", "nightly-1"],
    ] as const) {
      const button = table.getByRole("columnheader", { name: column }).getByRole("button");
      await button.click();
      await expect.poll(() => table.locator('[data-row="0"]').innerText()).toContain(first);
      await button.click();
      await expect.poll(() => table.locator('[data-row="0"]').innerText()).toContain(second);
    }
    await page.getByRole("link", { name: "nightly-1", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "nightly-1" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/batches/nightly-1");
    await page.getByRole("tab", { name: "Jobs" }).click();
    await page.getByRole("columnheader", { name: "Time" }).getByRole("button").click();
    await expect.poll(() => page.url()).toContain("/batches/nightly-1?view=jobs&sort=-time");
    await opened.expectSound();
    await opened.goTo("/batches/no-such-batch");
    await page.getByText("No batch is named no-such-batch.").waitFor();
    await opened.expectSound();
  });

  it(inChromium("shows a screen that stayed through twelve steps once in the film"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/jobs/${still}`);
    const { page } = opened;
    const frames = page.locator(".film-frames");
    await frames.locator("img").first().waitFor();
    expect(await frames.locator("> div").count()).toBeGreaterThan(11);
    expect(await frames.locator("img").count()).toBe(1);
    await opened.expectSound();
  });
});
