import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { doneJob, type RunningFarm, spawnDrover, startUpIn } from "./drover-process.ts";

/** Beside everything that can be tapped: nothing comes of it. */
const vainTap = (x: number) => ({ task: "Turn off Wi-Fi", reply: { action: "tap", coordinate: [x, 180] } });

/** How the agent begins; then it, like the roles beside it, is the practice model. */
const scenario = [
  { task: "Turn on Bluetooth", reply: { action: "FINISH", status: "success" } },
  { task: "Turn off Wi-Fi", reply: { action: "open_app", app: "Settings" } },
  ...[200, 240, 280, 320].map(vainTap),
];

let dir: string;
let model: ChildProcess;
let farm: RunningFarm;
let api: ApiClient;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-supervised-"));
  const file = path.join(dir, "scenario.json");
  await writeFile(file, JSON.stringify(scenario));
  model = spawnDrover(["model", "--scenario", file]);
  const lines = createInterface({ input: model.stdout ?? process.stdin });
  const [ready] = (await once(lines, "line")) as [string];
  const { url, apiKey } = JSON.parse(ready) as { readonly url: string; readonly apiKey: string };
  const environment = { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: apiKey };
  farm = await startUpIn(environment, dir, "--model", "practice-1", "--phones", "1");
  api = createApiClient(farm.file);
}, 60_000);

afterAll(async () => {
  await farm.stop();
  model.kill("SIGINT");
  await rm(dir, { recursive: true, force: true });
}, 60_000);

async function run(task: string, check: string) {
  const { jobId, outcome } = doneJob(
    await commandLineHere("run", "--json", "--dir", dir, task, "--check", check),
  );
  const steps = (await api.steps(jobId, { limit: 100 })).items;
  return { outcome, steps, shown: (await commandLineHere("show", jobId, "--dir", dir)).stdout };
}

it("[spec R6] a claim that nothing stands behind is rejected, and the agent goes on and does the task", async () => {
  const { outcome, steps, shown } = await run("Turn on Bluetooth", "setting:global/bluetooth_on=1");
  expect(outcome).toBe("succeeded");
  expect(steps[0]?.completionCheck).toMatchObject({ accepted: false, model: "practice-1" });
  expect(steps.at(-1)?.completionCheck).toMatchObject({ accepted: true });
  expect(shown).toContain("claim rejected by practice-1: Nothing was done yet.");
}, 120_000);

it("[spec R9.1] a screen on which nothing works any more is met by rule, without a model, and the agent goes on", async () => {
  const { outcome, steps, shown } = await run("Turn off Wi-Fi", "setting:global/wifi_on=0");
  const unstuck = steps.find(({ chosenBy }) => chosenBy === "unstick");
  expect(unstuck, shown).toMatchObject({ stepNumber: 6, usage: { calls: 0 }, screenChanged: true });
  expect(shown).toContain("did not work, by rule: tap changed nothing.");
  expect(shown).toContain("to get unstuck, without a model call: Element map unchanged 4x");
  expect(outcome, shown).toBe("succeeded");
}, 120_000);
