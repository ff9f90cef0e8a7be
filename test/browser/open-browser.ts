import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/**
 * Debian's: nothing is downloaded for these tests. The shell draws pages alone; the browser also draws a window around each, with pages
 * of its own, for two thirds of the processor's time.
 */
const chromiumFile = ["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);
export const hasChromium = chromiumFile !== undefined;

/** A test's name, which says so where it cannot run: `it.skipIf(!hasChromium)(inChromium("shows …"), …)`. */
export const inChromium = (name: string): string => (hasChromium ? name : `${name} (skipped: no chromium)`);

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumFile ?? "chromium",
    args: [
      // As root, which containers are, its sandbox cannot be had.
      "--no-sandbox",
      "--disable-dev-shm-usage",
      // Windows on one farm share their process, which compiles the page once.
      "--process-per-site",
      // No page lives long enough to earn what its code costs to be optimised: a fifth of the processor's time.
      "--js-flags=--max-optimized-bytecode-size=0",
    ],
  });

const worker = globalThis as { testBrowser?: Promise<Browser> };

/** One browser for all test files of a worker, which ends with the worker: to start one takes two seconds of processor time. */
export const workersBrowser = (): Promise<Browser> => {
  worker.testBrowser ??= openBrowser();
  return worker.testBrowser;
};

/** What a file leaves to the next: a browser without pages. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
