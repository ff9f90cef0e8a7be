import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { doneJob, type RunningFarm, startUpIn } from "./drover-process.ts";

const circling = "Look at every app for the code";
const tapping = "Press the hidden button";
const open = (app: string) => ({ action: "open_app", app });
const round = [...["Settings", "Clock", "Contacts", "Clock", "Contacts"].map(open), { action: "home" }];
const script = [
  ...Array.from({ length: 5 }, () => round)
    .flat()
    .map((reply) => ({ task: circling, times: 1, reply })),
  { task: tapping, times: 1, reply: open("Settings") },
  { task: tapping, times: 30, reply: { action: "tap", coordinate: [540, 100] } },
];

let dir: string;
let model: ModelServer;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-loops-"));
  model = await startModelServer({ script });
  const environment = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: model.apiKey };
  farm = await startUpIn(environment, dir, "--phones", "1", "--model", model.model);
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await model.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

async function run(task: string) {
  const { jobId, endReason } = doneJob(await commandLineHere("run", "--json", "--dir", dir, task));
  const { items } = await createApiClient(farm.file).steps(jobId, { limit: 100 });
  const chosen = items.map(({ chosenBy }) => chosenBy);
  return { endReason, steps: items.length, recoveredAt: chosen.indexOf("recovery") + 1 };
}

it("[fault E9] an agent that goes round in a circle of six is told in the second round, and recovered in the third", async () => {
  const { endReason, steps, recoveredAt } = await run(circling);
  const told = model.requests
    .map((request) => JSON.stringify(request))
    .find((text) => text.includes("the same 6 actions on the same screens 2 times"));
  expect(/step_count: (\d+)/.exec(told ?? "")?.[1]).toBe(String(2 * round.length + 1));
  expect(recoveredAt).toBeGreaterThan(2 * round.length);
  expect(recoveredAt).toBeLessThanOrEqual(3 * round.length);
  // It continues as before: one round more, and that is the end.
  expect(endReason).toBe("stuck");
  expect(steps - recoveredAt).toBeLessThanOrEqual(round.length + 2);
}, 120_000);

it("[fault E4] an agent that taps the same in vain is ended soon after a recovery that did not help it", async () => {
  const { endReason, steps, recoveredAt } = await run(tapping);
  expect(endReason).toBe("stuck");
  expect(recoveredAt).toBeLessThanOrEqual(10);
  expect(steps - recoveredAt).toBe(2);
}, 120_000);
