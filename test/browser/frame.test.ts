import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserOnSeeds } from "./browser-on-seeds.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

const on = browserOnSeeds();

const pages = ["/jobs", "/batches", "/errors", "/compare", "/devices", "/review", "/questions"];

describe.skipIf(!hasChromium)("the console's frame", () => {
  describe("of an empty farm", () => {
    let opened: OpenConsole;
    beforeAll(async () => {
      opened = await openConsole(on.browser, on.farm, "/farm");
      await opened.page.getByRole("heading", { level: 1 }).waitFor();
    });
    afterAll(() => opened[Symbol.asyncDispose]());

    it.each(pages)(inChromium("shows %s without a complaint of browser or axe"), async (path) => {
      await opened.wear({ colorScheme: "light" });
      await opened.visit(path);
      await opened.expectSound();
      await opened.wear({ colorScheme: "dark" });
      await opened.expectSound();
    });
  });

  it(inChromium("names the tab after the page"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs");
    const { page } = opened;
    await expect.poll(() => page.title()).toBe("Jobs · Drover");
    await page.getByRole("link", { name: "Errors" }).click();
    await expect.poll(() => page.title()).toBe("Errors · Drover");
  });

  it(inChromium("loads a page whose script could not be had once the farm answers again"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs");
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor();
    await page.route(/errors-page|console-config/, (route) => route.abort());
    await page.getByRole("link", { name: "Errors" }).click();
    await page.getByRole("status").getByText("The farm is not reachable.").waitFor();
    await page.unrouteAll();
    await page.getByRole("heading", { level: 1, name: "Errors" }).waitFor();
  });

  it(
    inChromium("takes the token out of the address at once, and keeps it for the farm's origin alone"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm, "/devices");
      const { page } = opened;
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(page.url()).toBe(`${on.farm.apiUrl}/devices`);
      const kept = await page.evaluate(
        "({ local: localStorage.length, session: sessionStorage.length, cookie: document.cookie })",
      );
      expect(kept).toEqual({ local: 1, session: 0, cookie: "" });
    },
  );
});
