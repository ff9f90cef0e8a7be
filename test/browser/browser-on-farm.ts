import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type RunningFarm, startUp } from "../e2e/drover-process.ts";
import { closePages, hasChromium, workersBrowser } from "./open-browser.ts";

export interface BrowserOnFarm {
  readonly browser: Browser;
  readonly farm: RunningFarm;
  readonly dir: string;
}

/** For the tests of a file: a browser, and a farm with phones of its own. Read it in tests; without chromium it stays empty. */
export function browserOnFarm(...args: readonly string[]): BrowserOnFarm {
  const on = {} as { -readonly [Name in keyof BrowserOnFarm]: BrowserOnFarm[Name] };
  beforeAll(async () => {
    if (!hasChromium) return;
    on.dir = await mkdtemp(path.join(tmpdir(), "drover-page-"));
    [on.browser, on.farm] = await Promise.all([workersBrowser(), startUp(on.dir, ...args)]);
  }, 90_000);
  afterAll(async () => {
    if (!hasChromium) return;
    await closePages(on.browser);
    await on.farm.stop();
    await rm(on.dir, { recursive: true, force: true });
  }, 60_000);
  return on;
}
