import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOn } from "./violations-on.ts";

export interface OpenedFile extends AsyncDisposable {
  readonly page: Page;
  /** What it asked the network for, and what the browser complained of. */
  readonly asked: readonly string[];
  readonly complaints: readonly string[];
}

/** A page from a disk in its own window, without a network. */
export async function openFile(
  browser: Browser,
  file: string,
  viewport = { width: 1_280, height: 800 },
): Promise<OpenedFile> {
  const context = await browser.newContext({ viewport, offline: true, colorScheme: "dark" });
  const page = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) asked.push(request.url());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => void dialog.dismiss().then(() => complaints.push("a dialog")));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(pathToFileURL(file).href);
  return { page, asked, complaints, [Symbol.asyncDispose]: () => context.close() };
}

export async function expectAccessible({ page }: OpenedFile): Promise<void> {
  // A page from a disk may not read its own style sheet, which axe would.
  expect(await violationsOn(page, { preload: false })).toEqual([]);
}

/** A step's screen is drawn. Asked again from outside: a page that may not evaluate strings cannot wait for one itself. */
export async function expectScreen({ page }: OpenedFile): Promise<void> {
  const widths = `[...document.querySelectorAll(".screen-device img")].map((image) => image.naturalWidth)`;
  await expect
    .poll(() => page.evaluate(widths))
    .toContainEqual(expect.toSatisfy((width: number) => width > 0));
}

/** Nothing that a device wrote has run (it would leave `window.ran`), and nothing was asked of a network. */
export async function expectHarmless({ page, asked, complaints }: OpenedFile): Promise<void> {
  expect(await page.evaluate("window.ran ?? null")).toBeNull();
  expect(await page.locator("img[src='x'], a[href^='javascript']").count()).toBe(0);
  expect(asked).toEqual([]);
  expect(complaints).toEqual([]);
}
