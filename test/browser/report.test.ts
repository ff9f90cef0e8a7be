import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeSite } from "../../cli/report/write-site.ts";
import { hostileJob, longLabel, sourceOf, writeReport } from "../cli/report/hostile-report.ts";
import { closePages, hasChromium, inChromium, workersBrowser } from "./open-browser.ts";
import { expectAccessible, expectHarmless, expectScreen, openFile } from "./open-file.ts";

let browser: Browser;
let dir: string;

beforeAll(async () => {
  if (!hasChromium) return;
  [browser, dir] = await Promise.all([workersBrowser(), mkdtemp(path.join(tmpdir(), "drover-report-"))]);
});
afterAll(async () => {
  if (!hasChromium) return;
  await closePages(browser);
  await rm(dir, { recursive: true, force: true });
});

const tabs = ["thinking", "action", "check", "tree", "conversation", "adb", "timing", "errors"] as const;

describe.skipIf(!hasChromium)("a report from disk", () => {
  it(
    inChromium("shows a hostile job without a network, and runs nothing that its device or model wrote"),
    async () => {
      const file = path.join(dir, "hostile.html");
      await writeReport(file, sourceOf([await hostileJob()]));
      await using opened = await openFile(browser, file);
      const { page } = opened;
      await page.locator(".step-line").first().waitFor();
      await page.getByLabel("elements").check();
      await page.getByLabel("changes").check();
      for (const tab of tabs) {
        await page.getByRole("tab", { name: tab }).click();
        await expectHarmless(opened);
      }
      await page.getByRole("tab", { name: "tree" }).click();
      const elements = page.locator(".tree");
      await elements.getByText("</script><script>window.ran = 1</script>").waitFor();
      await elements.getByText("99800 more characters").waitFor();
      expect(await elements.textContent()).not.toContain(longLabel.slice(0, 1_000));
      await expectAccessible(opened);
      await page.keyboard.press("j");
      await page.locator(".step-line[aria-current]").getByText("2", { exact: true }).waitFor();
      expect(page.url()).toContain("step=2");
      await expectHarmless(opened);
    },
  );

  it(inChromium("lists several jobs, opens each, and is of use on a phone"), async () => {
    const file = path.join(dir, "two.html");
    const batch = { batchId: "01J00000000000000000000009", name: "nightly", statistics: null, causes: null };
    const jobs = [await hostileJob(1), await hostileJob(2)];
    const place = { taskId: "clock", variant: "practice-1", repeat: 1 };
    await writeReport(file, { ...sourceOf(jobs.map((job) => ({ ...job, place }))), batch });
    await using opened = await openFile(browser, file, { width: 390, height: 844 });
    const { page } = opened;
    await page.getByRole("row").nth(1).waitFor();
    expect(await page.locator(".report-matrix td a").count()).toBe(2);
    await expectAccessible(opened);
    await expectHarmless(opened);
    await page.locator(".report-jobs a").nth(1).click();
    await page.locator(".step-line").first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await expectAccessible(opened);
    await expectHarmless(opened);
    await page.getByRole("link", { name: "← All jobs" }).click();
    await page.locator(".report-jobs").waitFor();
  });
});

describe.skipIf(!hasChromium)("a published site", () => {
  it(inChromium("opens from disk, front page and jobs, with pictures beside it"), async () => {
    const folder = path.join(dir, "site");
    const batch = { batchId: "01J00000000000000000000009", name: "nightly", statistics: null, causes: null };
    const source = { ...sourceOf([await hostileJob()]), batch };
    const site = { title: "nightly", version: "1.2.3", madeAt: "2026-01-01T00:00:00.000Z", full: false };
    const downloads = async function* () {
      yield { label: "nightly, csv", path: "nightly.csv", body: "a,b" };
    };
    expect(await writeSite(folder, [{ source, downloads }], site)).toBe(1);
    await using opened = await openFile(browser, path.join(folder, "index.html"));
    const { page } = opened;
    await page.locator(".report-jobs a").first().waitFor();
    await expectHarmless(opened);
    await page.locator(".report-jobs a").first().click();
    await page.locator(".step-line").first().waitFor();
    await expectScreen(opened);
    await expectHarmless(opened);
  });
});
