import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { closePages, hasChromium, workersBrowser } from "./open-browser.ts";
import { type SeededFarm, startSeededFarm } from "./seeded-farm.ts";

export interface BrowserOnSeeds {
  readonly browser: Browser;
  readonly farm: SeededFarm;
}

/** For the tests of a file: a browser, and a seeded farm once `seed` has filled it. Read it in tests; without chromium it stays empty. */
export function browserOnSeeds(seed: (farm: SeededFarm) => Promise<void> = async () => {}): BrowserOnSeeds {
  const on = {} as { -readonly [Name in keyof BrowserOnSeeds]: BrowserOnSeeds[Name] };
  beforeAll(async () => {
    if (!hasChromium) return;
    [on.browser, on.farm] = await Promise.all([workersBrowser(), startSeededFarm()]);
    await seed(on.farm);
  }, 120_000);
  afterAll(async () => {
    if (!hasChromium) return;
    await closePages(on.browser);
    await on.farm[Symbol.asyncDispose]();
  });
  return on;
}
