import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { type RunningFarm, startUpIn } from "../e2e/drover-process.ts";
import { closePages, hasChromium, workersBrowser } from "./open-browser.ts";

export const stuck = "Look for the hidden setting";
export const asking = "Set an alarm; ask for which time";
export const busy = "Look through the apps";
const apps = ["com.android.settings", "com.android.deskclock", "com.android.contacts"];
// Each step shows something else and takes its time, so that the job is under way for half a minute.
const works = Array.from({ length: 30 }, (_, index) => ({
  task: busy,
  times: 1,
  reply:
    index % 2 === 0
      ? { action: "open_app", app: apps[(index / 2) % apps.length] ?? "" }
      : { action: "wait", duration: 3_000 },
}));
const script = [
  ...works,
  { task: stuck, times: 1, reply: { action: "open_app", app: "com.android.settings" } },
  { task: stuck, times: 40, reply: { action: "tap", coordinate: [540, 100] as [number, number] } },
  { task: asking, times: 2, reply: { action: "ask_user", question: "For which time?" } },
];
export const unhelped = {
  planning: "off",
  progress: false,
  verification: "off",
  completion: false,
  retry: false,
} as const;

interface ScriptedFarm {
  readonly browser: Browser;
  readonly farm: RunningFarm;
  api(): ApiClient;
}

/** For the tests of a file: a browser, and a farm with one phone whose agent does what the script says of these tasks. Read it in tests. */
export function browserOnScriptedFarm(): ScriptedFarm {
  const on = { api: () => createApiClient(on.farm.file) } as {
    -readonly [Name in keyof ScriptedFarm]: ScriptedFarm[Name];
  };
  let dir: string;
  let model: ModelServer;
  beforeAll(async () => {
    if (!hasChromium) return;
    dir = await mkdtemp(path.join(tmpdir(), "drover-scripted-"));
    model = await startModelServer({ script });
    const environment = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: model.apiKey };
    const options = ["--phones", "1", "--model", model.model];
    [on.browser, on.farm] = await Promise.all([workersBrowser(), startUpIn(environment, dir, ...options)]);
  }, 120_000);
  afterAll(async () => {
    if (!hasChromium) return;
    await closePages(on.browser);
    await on.farm.stop();
    await model.close();
    await rm(dir, { recursive: true, force: true });
  }, 60_000);
  return on;
}
