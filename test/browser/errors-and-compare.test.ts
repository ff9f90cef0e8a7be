import { describe, expect, it, vi } from "vitest";
import { browserOnSeeds } from "./browser-on-seeds.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";
import { seedBatch } from "./seeded-batch.ts";
import { seedErrors } from "./seeded-errors.ts";
import { drawScreens } from "./seeded-screens.ts";
import { lostDevice, screenNamed, seedWays } from "./seeded-ways.ts";

let jobs: string;
let batches: string;

vi.setConfig({ testTimeout: 120_000 });
const markup = `<img src=x onerror="window.ran=true"></script>\u202eevil`;

const on = browserOnSeeds(async (farm) => {
  const screens = await drawScreens(4);
  await seedErrors(farm, {
    ...lostDevice,
    count: 12,
    screen: screenNamed(screens, "settings"),
    hosts: ["b-3"],
  });
  await seedErrors(farm, {
    ...lostDevice,
    count: 3,
    screen: screenNamed(screens, "bluetooth"),
    hosts: ["b-1", "b-2"],
    days: 2,
  });
  await seedErrors(farm, {
    code: "ActionFailed",
    message: markup,
    count: 2,
    screen: null,
    hosts: ["b-1"],
    days: 1,
  });
  const ways = [
    ["home", "settings", "bluetooth"],
    ["home", "settings", "wifi", "bluetooth"],
  ];
  jobs = (await seedWays(farm, screens, { task: `Turn on Bluetooth ${markup}`, ways })).join(",");
  const of = { jobs: 120, tasks: 20, variants: ["claude-haiku-5-5"] };
  batches = [
    await seedBatch(farm, { ...of, number: 1, skill: 0.5 }),
    await seedBatch(farm, { ...of, number: 2, skill: 0.7 }),
  ].join(",");
});

/** Also in the dark. */
async function expectToFitAPhone(opened: OpenConsole): Promise<void> {
  await opened.wear({ width: 390, colorScheme: "dark" });
  await opened.page.locator(".error-card, .table-body [role=row]").first().waitFor();
  await expect.poll(() => opened.page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await opened.expectSound();
  await opened.wear({ width: 1280, colorScheme: "light" });
}

describe.skipIf(!hasChromium)("the wall of errors", () => {
  it(
    inChromium("shows each screen once with how often and where, and a bad host at once, also on a phone"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm, "/errors");
      const { page } = opened;
      const cards = page.locator(".error-card");
      await expect.poll(() => cards.count()).toBe(3);
      const bad = cards.filter({ hasText: "all on host b-3" });
      expect(await bad.innerText()).toMatch(/DeviceDisconnected\s*12/);
      await expect.poll(() => bad.locator("svg.touches circle").count()).toBeGreaterThan(0);
      expect(await page.evaluate("window.ran")).toBeUndefined();
      await opened.expectSound();
      await expectToFitAPhone(opened);
      await page.getByRole("button", { name: "b-3", exact: false }).first().click();
      await page.waitForURL(/hostId=b-3/);
      await expect.poll(() => cards.count()).toBe(1);
    },
  );

  it(inChromium("steps through the jobs of a group with the arrows"), async () => {
    await using opened = await openConsole(on.browser, on.farm, "/errors");
    const { page } = opened;
    await page.locator(".error-card", { hasText: "all on host b-3" }).getByRole("link").click();
    const place = page.locator(".error-steps [role=status]");
    await expect.poll(() => place.innerText()).toBe("1 of 12");
    const code = () => page.locator(".error-facts code").first().innerText();
    const first = await code();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => place.innerText()).toBe("2 of 12");
    await expect.poll(code).not.toBe(first);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as prompt" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const prompt = await page.evaluate("navigator.clipboard.readText()");
    expect(prompt).toContain("DeviceDisconnected in step");
    expect(prompt).toMatch(/drover show \w{26} --why/);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => place.innerText()).toBe("1 of 12");
    await opened.expectSound();
    await page.getByRole("link", { name: "All groups" }).click();
    await page.waitForURL(/\/errors$/);
  });
});

describe.skipIf(!hasChromium)("comparing", () => {
  it(
    inChromium("puts jobs side by side by their screens, and marks where they part, also on a phone"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm, `/compare?jobs=${jobs}`);
      const { page } = opened;
      await page.getByText("The first difference is in row 3: 1 of 4 rows differ.").waitFor();
      const rows = page.locator(".table-body [role=row]");
      expect(await rows.count()).toBe(4);
      expect(await rows.nth(2).innerText()).toContain("the first difference");
      expect(await rows.nth(3).innerText()).toMatch(/3\.[\s\S]*bluetooth[\s\S]*4\.[\s\S]*bluetooth/);
      expect(await page.evaluate("window.ran")).toBeUndefined();
      await opened.expectSound();
      await expectToFitAPhone(opened);
      await page.getByLabel("Only differences").check();
      await expect.poll(() => rows.count()).toBe(1);
    },
  );

  it(inChromium("filters tasks by what a batch fixed and broke, and fits a phone"), async () => {
    await using opened = await openConsole(on.browser, on.farm, `/compare?batches=${batches}`);
    const { page } = opened;
    const fixed = page.getByRole("button", { name: /^fixed \d+$/ });
    await fixed.waitFor();
    await expectToFitAPhone(opened);
    const count = Number((await fixed.innerText()).replace("fixed", ""));
    await fixed.click();
    await page.waitForURL(/show=fixed/);
    await expect.poll(() => page.locator(".table-body [role=row]").count()).toBe(count);
    await page.getByText(new RegExp(`20 tasks on both sides, ${count} fixed`)).waitFor();
    await opened.expectSound();
  });
});
