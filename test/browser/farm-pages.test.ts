import { describe, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { browserOnSeeds } from "./browser-on-seeds.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";

const on = browserOnSeeds(async (farm) => {
  await createApiClient(farm).createPool("default" as never);
});

describe.skipIf(!hasChromium)("the pages of the farm", () => {
  it(inChromium("are reached from the menu: pools and quotas, models and prices, policy"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/jobs");
    const { page } = opened;
    const menu = page.getByRole("button", { name: "menu" });
    await menu.click();
    await page.getByRole("link", { name: "Pools and quotas" }).click();
    const pools = page.getByRole("region", { name: "Pools" });
    await pools.getByRole("cell", { name: "0 of 0 free" }).waitFor();
    await pools.getByRole("cell", { name: "0 jobs" }).waitFor();
    await expect.poll(() => page.title()).toBe("Pools and quotas · Drover");
    await opened.expectSound();
    await menu.click();
    await page.getByRole("link", { name: "Models and prices" }).click();
    const agent = page
      .getByRole("region", { name: "Model of each role" })
      .getByRole("row", { name: /^agent/ });
    await agent.getByText("practice-1").waitFor();
    const prices = page.getByRole("region", { name: "Models and prices" });
    await prices.getByRole("columnheader", { name: "Output" }).getByRole("button").click();
    await expect.poll(() => prices.getByRole("row").nth(1).innerText()).toMatch(/\$\d+\.\d\d\s+\$\d+\.\d\d/);
    expect(page.url()).toContain("sort=-output");
    await opened.expectSound();
    await page.getByRole("tab", { name: "Policy" }).click();
    await page.getByText("Every kind, never install, sms, call").waitFor();
    await opened.wear({ width: 390, colorScheme: "dark" });
    await opened.expectSound();
  });

  it(inChromium("keep a secret, give it another value and delete it, and never show a value"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/farm?view=secrets");
    const { page } = opened;
    const client = createApiClient(on.farm);
    await page.getByText("No secrets yet.").waitFor();
    await page.getByRole("button", { name: "New secret" }).click();
    await page.getByLabel("Name").fill("shop");
    await page.getByLabel("Value").fill("correct horse");
    await page.getByLabel("Apps it may be typed into").fill("com.example.shop");
    await opened.expectSound();
    await page.getByRole("button", { name: "Save" }).click();
    const row = page.getByRole("row").filter({ hasText: "shop" });
    await row.getByText("com.example.shop").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.content()).not.toContain("correct horse");
    await opened.expectSound();
    await page.getByRole("button", { name: "Replace shop" }).click();
    await page.getByLabel("Value").fill("battery staple");
    await page.getByLabel("Apps it may be typed into").fill("not a package!");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Apps it may be typed into").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await row.getByText("nothing (only for checks)").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect((await client.secrets()).items).toMatchObject([{ name: "shop", packages: [] }]);
    await page.getByRole("button", { name: "Delete shop" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("No secrets yet.").waitFor();
    expect((await client.secrets()).items).toEqual([]);
    // The browser tells of the refusal above by itself.
    expect(opened.complaints.filter((one) => !one.includes("400"))).toEqual([]);
  });
});
