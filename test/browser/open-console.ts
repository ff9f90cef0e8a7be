import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOn } from "./violations-on.ts";

/** A farm's address and a token for it: `drover up`'s farm file, or a seeded farm. */
export interface ConsoleFarm {
  readonly apiUrl: string;
  readonly token: string;
}

interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** Absent: signed in by the token in the address. */
  readonly signedIn?: boolean;
  /** For what a test does to the whole of a browser's memory, such as its clock. */
  readonly alone?: boolean;
}

export interface OpenConsole extends AsyncDisposable {
  readonly page: Page;
  /** What the browser complained of so far: console errors and warnings, errors of the page, what its policy refused. */
  readonly complaints: readonly string[];
  /** Opens another address of the page, as a link that was sent would. */
  goTo(path: string): Promise<void>;
  /** Goes to another page of the console as its links do: nothing is loaded anew. */
  visit(path: string): Promise<void>;
  /** Shows the same page in that light or size from now on, as a person's system or window does. */
  wear(change: Pick<OpenOptions, "width" | "height" | "colorScheme">): Promise<void>;
  /** Nothing to complain of, for axe and for the browser. */
  expectSound(): Promise<void>;
}

/** The console of a farm in its own window, signed in. Ask `expectSound` at the end: errors of the console fail a test. */
export async function openConsole(
  browser: Browser,
  farm: ConsoleFarm,
  path = "/jobs",
  options: OpenOptions = {},
): Promise<OpenConsole> {
  const { width = 1280, height = 800, colorScheme = "light", signedIn = true } = options;
  const context = await (options.alone ? newContext(browser) : sharedContext(browser));
  const page = leftPages.get(context)?.pop() ?? (await context.newPage());
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  const address = (to: string): string => new URL(to, farm.apiUrl).href;
  await page.goto(address(path) + (signedIn ? `#token=${farm.token}` : ""));
  return {
    page,
    complaints,
    async goTo(to) {
      await page.goto(address(to));
    },
    async visit(to) {
      // A heading of the page that is left would be taken for that of the next.
      await page.evaluate(
        `document.querySelector("h1").dataset.left = ""; history.pushState({}, "", "${to}")`,
      );
      await page.locator("h1[data-left]").waitFor({ state: "detached" });
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
    async wear({ width: wide, height: high, colorScheme: scheme }) {
      const now = page.viewportSize() ?? { width, height };
      await page.setViewportSize({ width: wide ?? now.width, height: high ?? now.height });
      if (scheme === undefined) return;
      await page.emulateMedia({ colorScheme: scheme });
      const theme = () => page.evaluate("document.documentElement.dataset.theme");
      await expect.poll(theme).toBe(scheme);
    },
    async expectSound() {
      expect(await violationsOn(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
    async [Symbol.asyncDispose]() {
      if (options.alone) await context.close();
      else await leave(page, new URL(farm.apiUrl).origin);
    },
  };
}

const newContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] });

const contexts = new WeakMap<Browser, Promise<BrowserContext>>();

/** One for all windows of a browser: its page is compiled once, which is two thirds of what it takes to open it. */
function sharedContext(browser: Browser): Promise<BrowserContext> {
  const context = contexts.get(browser) ?? newContext(browser);
  contexts.set(browser, context);
  return context;
}

const leftPages = new WeakMap<BrowserContext, Page[]>();

/** Leaves a window to the next as a new one is: to open one takes twice as long as to show a page in it. */
async function leave(page: Page, origin: string): Promise<void> {
  if (page.isClosed()) return;
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // What went elsewhere, or nowhere, may keep what is not to be seen from there.
  if (new URL(page.url()).origin !== origin) return page.close();
  await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  await page.goto("about:blank");
  await page.mouse.move(-1, -1);
  const session = await page.context().newCDPSession(page);
  await session.send("Page.resetNavigationHistory");
  await session.detach();
  const left = leftPages.get(page.context()) ?? [];
  leftPages.set(page.context(), [...left, page]);
}
