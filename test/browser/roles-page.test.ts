import { describe, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { devicesReady, jobEnded } from "../e2e/drover-process.ts";
import { browserOnFarm } from "./browser-on-farm.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";

const on = browserOnFarm("--phones", "2");
const api = () => createApiClient(on.farm.file);

describe.skipIf(!hasChromium)("the page of a job with roles", () => {
  it(inChromium(
    "shows the roles' screens side by side by time, and between them what they told each other",
  ), async () => {
    await devicesReady(api());
    const { jobId } = await api().submit({
      task: "Change both phones",
      roles: {
        first: { task: 'Turn on Bluetooth, then tell the others "<b>on</b>" as "bluetooth"' },
        second: { task: 'Wait for "bluetooth", then turn off Wi-Fi' },
      },
    });
    const job = await jobEnded(api(), jobId);
    expect(job.outcome).toBe("succeeded");
    await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobId}`);
    const { page } = opened;
    await page.getByRole("heading", { name: "Blackboard" }).waitFor();
    await page.getByRole("link", { name: "first", exact: true }).waitFor();
    const told = page.locator(".role-event.told");
    await told.getByText("bluetooth", { exact: true }).waitFor();
    await told.getByText("<b>on</b>").waitFor();
    await expect
      .poll(() =>
        page.evaluate(
          "[...document.querySelectorAll('img.role-screen')].filter((one) => one.naturalWidth > 0).length",
        ),
      )
      .toBeGreaterThan(3);
    const left = (selector: string): Promise<number> =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => one.getBoundingClientRect().left);
    const lanes = [
      await left('.role-event.step:has(img[alt^="Screen of first "])'),
      await left(".role-event.told"),
      await left('.role-event.step:has(img[alt^="Screen of second "])'),
    ];
    expect(lanes).toEqual([...lanes].sort((one, other) => one - other));
    await opened.expectSound();
    await opened.wear({ width: 390, height: 844, colorScheme: "dark" });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await opened.expectSound();
    await page.locator(".role-event.step a").first().click();
    await page.getByText(/^role (first|second) of/).waitFor();
  }, 120_000);
});
