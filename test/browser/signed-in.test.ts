import { describe, expect, it } from "vitest";
import { browserOnSeeds } from "./browser-on-seeds.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";

const on = browserOnSeeds();

describe.skipIf(!hasChromium)("a session", () => {
  it(
    inChromium(
      "begins with a pasted token where none came with the address, and opens the page that was meant",
    ),
    async () => {
      await using opened = await openConsole(on.browser, on.farm, "/devices?state=ready", {
        signedIn: false,
      });
      const { page } = opened;
      await page.getByText("drover open").waitFor();
      await opened.expectSound();
      await page.getByLabel("Or paste a token:").fill(on.farm.token);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
      expect(page.url()).toBe(`${on.farm.apiUrl}/devices?state=ready`);
      expect(opened.complaints).toEqual([]);
    },
  );
});
