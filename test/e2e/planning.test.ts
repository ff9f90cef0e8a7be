import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { jobEnded, type RunningFarm, startUpIn } from "./drover-process.ts";

const approach = (name: string, steps: readonly string[]) => ({
  name,
  description: `By ${name}.`,
  steps,
  confidence: 0.6,
});
const approaches = [approach("the home screen", ["Tap it"]), approach("the menus", ["Open Settings"])];
const dead = [80, 300, 520, 740, 960, 1_000];

/** The agent taps where there is nothing, whatever the first plan says; then nothing more is scripted and it works by itself. */
const script = [
  { role: "planner" as const, answer: { approaches, recommended_index: 0 } },
  ...dead.map((x) => ({
    thinking: "It may be here.",
    reply: { action: "tap", coordinate: [x, 1_100] },
  })),
  {
    role: "progress" as const,
    answer: { progressing: false, reason: "It taps the wallpaper again and again." },
    times: 3,
  },
  {
    role: "planner" as const,
    answer: { approaches, recommended_index: 1, diagnosis: "The home screen has no switch." },
    times: 3,
  },
];

let dir: string;
let model: ModelServer;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-planning-"));
  model = await startModelServer({ playedModel: "claude-sonnet-5-5", script, apiKey: "sk-test" });
  farm = await startUpIn({ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: "sk-test" }, dir);
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await model.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

it("[spec R3.1][spec R3.2][spec R4] a job plans, stalls, plans anew, recovers and finishes, and show tells it all", async () => {
  const api = createApiClient(farm.file);
  const { jobId } = await api.submit({
    task: "Turn on Bluetooth",
    validators: [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }],
    perception: { picture: "never" },
    supervision: { verification: "off", retry: false, recovery: false, completion: false },
  });
  const job = await jobEnded(api, jobId);
  expect(job, job.outcomeReason).toMatchObject({ outcome: "succeeded" });
  const { items: plans } = await api.plans(jobId);
  const [first, second] = plans;
  expect(first).toMatchObject({ kind: "initial", trigger: "firstTurn", status: "ready" });
  expect(second).toMatchObject({
    kind: "recovery",
    trigger: "progressStall",
    status: "ready",
    previousPlan: 1,
  });
  expect(second?.failures.join("\n")).toContain("It taps the wallpaper again and again.");
  expect(second?.adoptedAtStep).toBeGreaterThan(first?.adoptedAtStep ?? 99);
  expect(job.usageByRole).toMatchObject({ planner: { calls: plans.length }, progress: { calls: 1 } });

  const { stdout } = await commandLineHere("show", jobId, "--dir", dir);
  expect(stdout).toContain("progress check: there is no progress: It taps the wallpaper again and again.");
  expect(stdout).toContain("because a check found no progress; used from step");
  expect(stdout).toContain("diagnosis: The home screen has no switch.");
  expect(stdout).toContain("recommended: the menus (60 % sure)");
}, 120_000);
