import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type ApiClient, createApiClient } from "../../../cli/api-client.ts";
import { type RunningFarm, startUp } from "../../e2e/drover-process.ts";
import { closePages, hasChromium, workersBrowser } from "../open-browser.ts";

interface OneFarm {
  readonly browser: Browser;
  readonly farm: RunningFarm;
  readonly dir: string;
}

const made = {} as { -readonly [Name in keyof OneFarm]: OneFarm[Name] };

/** A browser, and a farm with two phones, for all files beside this one. Read it in tests; without chromium it stays empty. */
export const on: OneFarm = made;

export const api = (): ApiClient => createApiClient(made.farm.file);

beforeAll(async () => {
  if (!hasChromium) return;
  made.dir = await mkdtemp(path.join(tmpdir(), "drover-page-"));
  [made.browser, made.farm] = await Promise.all([
    workersBrowser(),
    startUp(made.dir, "--phones", "2", "--webhooks-to-loopback"),
  ]);
}, 90_000);
afterAll(async () => {
  if (!hasChromium) return;
  await closePages(made.browser);
  await made.farm.stop();
  await rm(made.dir, { recursive: true, force: true });
}, 60_000);
