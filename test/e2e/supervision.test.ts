import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecoveryResponse } from "#shared/contracts/api/responses/recovery-response.ts";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { doneJob, eventually, jobEnded, type RunningFarm, startUpIn } from "./drover-process.ts";

const circling = "Look at every app for the code";
const tapping = "Press the hidden button";
const claiming = "Turn on Bluetooth";
const missing = "Turn off Wi-Fi";
const planned = "Enable Bluetooth";
const stuck = "Look for the hidden setting";

const open = (app: string) => ({ action: "open_app", app });
const tap = (x: number, y: number) => ({ action: "tap", coordinate: [x, y] });
const round = [...["Settings", "Clock", "Contacts", "Clock", "Contacts"].map(open), { action: "home" }];

const approach = (name: string, steps: readonly string[]) => ({
  name,
  description: `By ${name}.`,
  steps,
  confidence: 0.6,
});
const approaches = [approach("the home screen", ["Tap it"]), approach("the menus", ["Open Settings"])];

/** How the agent begins each task, and what its roles say to one; what nothing is scripted for the practice model does by itself. */
const script = [
  ...Array.from({ length: 5 }, () => round)
    .flat()
    .map((reply) => ({ task: circling, reply })),
  { task: tapping, reply: open("Settings") },
  { task: tapping, times: 30, reply: tap(540, 100) },
  { task: claiming, reply: { action: "FINISH", status: "success" } },
  { task: missing, reply: open("Settings") },
  // Beside everything that can be tapped: nothing comes of it.
  ...[200, 240, 280, 320].map((x) => ({ task: missing, reply: tap(x, 180) })),
  { role: "planner" as const, task: planned, answer: { approaches, recommended_index: 0 } },
  ...[80, 300, 520, 740, 960, 1_000].map((x) => ({
    task: planned,
    thinking: "It may be here.",
    reply: tap(x, 1_100),
  })),
  {
    role: "progress" as const,
    task: planned,
    answer: { progressing: false, reason: "It taps the wallpaper again and again." },
    times: 3,
  },
  {
    role: "planner" as const,
    task: planned,
    answer: { approaches, recommended_index: 1, diagnosis: "The home screen has no switch." },
    times: 3,
  },
  { task: stuck, reply: open("Settings") },
  { task: stuck, times: 40, reply: tap(540, 100) },
];

let dir: string;
let model: ModelServer;
let farm: RunningFarm;
let api: ApiClient;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-supervision-"));
  model = await startModelServer({ script });
  const environment = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: model.apiKey };
  farm = await startUpIn(environment, dir, "--phones", "1", "--model", model.model);
  api = createApiClient(farm.file);
}, 120_000);
afterAll(async () => {
  await farm.stop();
  await model.close();
  await rm(dir, { recursive: true, force: true });
}, 120_000);

async function run(...args: readonly string[]) {
  const job = doneJob(await commandLineHere("run", "--json", "--dir", dir, ...args));
  const { items: steps } = await api.steps(job.jobId, { limit: 100 });
  const recoveredAt = steps.map(({ chosenBy }) => chosenBy).indexOf("recovery") + 1;
  return { ...job, steps, recoveredAt };
}
const show = async (jobId: string) => (await commandLineHere("show", jobId, "--dir", dir)).stdout;

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
  expect(steps.length - recoveredAt).toBeLessThanOrEqual(round.length + 2);
}, 120_000);

it("[fault E4] an agent that taps the same in vain is ended soon after a recovery that did not help it", async () => {
  const { endReason, steps, recoveredAt } = await run(tapping);
  expect(endReason).toBe("stuck");
  expect(recoveredAt).toBeLessThanOrEqual(10);
  expect(steps.length - recoveredAt).toBe(2);
}, 120_000);

it("[spec R6] a claim that nothing stands behind is rejected, and the agent goes on and does the task", async () => {
  const { jobId, outcome, steps } = await run(claiming, "--check", "setting:global/bluetooth_on=1");
  const shown = await show(jobId);
  expect(outcome).toBe("succeeded");
  expect(steps[0]?.completionCheck).toMatchObject({ accepted: false, model: "practice-1" });
  expect(steps.at(-1)?.completionCheck).toMatchObject({ accepted: true });
  expect(shown).toContain("claim rejected by practice-1: Nothing was done yet.");
}, 120_000);

it("[spec R9.1] a screen on which nothing works any more is met by rule, without a model, and the agent goes on", async () => {
  const { jobId, outcome, steps } = await run(missing, "--check", "setting:global/wifi_on=0");
  const shown = await show(jobId);
  const unstuck = steps.find(({ chosenBy }) => chosenBy === "unstick");
  expect(unstuck, shown).toMatchObject({ stepNumber: 6, usage: { calls: 0 }, screenChanged: true });
  expect(shown).toContain("did not work, by rule: tap changed nothing.");
  expect(shown).toContain("to get unstuck, without a model call: Element map unchanged 4x");
  expect(outcome, shown).toBe("succeeded");
}, 120_000);

it("[spec R3.1][spec R3.2][spec R4] a job plans, stalls, plans anew, recovers and finishes, and show tells it all", async () => {
  const { jobId } = await api.submit({
    task: planned,
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

  const stdout = await show(jobId);
  expect(stdout).toContain("progress check: there is no progress: It taps the wallpaper again and again.");
  expect(stdout).toContain("because a check found no progress; used from step");
  expect(stdout).toContain("diagnosis: The home screen has no switch.");
  expect(stdout).toContain("recommended: the menus (60 % sure)");
}, 120_000);

const held = async (state: string): Promise<string> =>
  eventually(`a device that is ${state}`, async () => {
    const { items } = await api.devices();
    return items.find((device) => device.state === state)?.deviceId;
  });

describe("a recovery in a running farm", () => {
  it("[spec E1][spec E2] brings back the app of somebody else's automation, by the command, with no job behind it", async () => {
    const deviceId = await held("ready");
    await api.quarantineDevice(deviceId, "held by my tests");
    const exception = path.join(dir, "error.txt");
    await writeFile(exception, "NoSuchElementError: no such element: 'Add alarm'\n    at test.js:4");
    const serial = deviceId.split(".")[1] ?? "";
    const { code, stdout, stderr } = await commandLineHere(
      ...[
        "recover",
        "--device",
        serial,
        "--exception",
        exception,
        "--context",
        '{"app": "Clock"}',
        "--dir",
        dir,
      ],
    );
    expect(code, stderr + stdout).toBe(0);
    expect(stdout).toMatch(/recovery \S+ {2}recovered/);
    expect(stdout).toContain("no such element: 'Add alarm'");
    expect(stdout).toMatch(/open app "Clock"/);
    // It is released as it is: held by its caller, with the app in front.
    expect(await held("quarantined")).toBe(deviceId);
    const { items } = await api.jobs({ limit: 1 });
    const jobId = items[0]?.jobId ?? "";
    const recovery: RecoveryResponse = await api.recovery(jobId);
    expect(recovery).toMatchObject({
      outcome: "recovered",
      metrics: { successRate: 1 },
      jobOutcome: "succeeded",
    });
    const report = recovery.messages.find((message) => message.message_type === "step_report");
    expect(report).toMatchObject({ status: "success", screenshot: expect.stringMatching(/^UklGR/) });
    expect(await show(jobId)).toMatch(/recovery \S+ {2}recovered/);
    await api.releaseDevice(deviceId);
  }, 90_000);

  it("[spec E6] helps an agent that is stuck, and says in its job what it did", async () => {
    await held("ready");
    const supervision = {
      planning: "off",
      progress: false,
      verification: "off",
      completion: false,
      retry: false,
    };
    const job = await api.submit({ task: stuck, supervision, limits: { maxSteps: 14 } });
    const recovery = await eventually(
      "the recovery",
      async () => {
        const found = await api.recovery(job.jobId).catch(() => undefined);
        return found?.status === "ended" ? found : undefined;
      },
      60,
    );
    expect(recovery).toMatchObject({ source: "stuck", outcome: "recovered" });
    const { items } = await api.steps(job.jobId);
    expect(items.map(({ chosenBy }) => chosenBy)).toContain("recovery");
    const told = items.findLast(({ chosenBy }) => chosenBy === "recovery");
    expect(told?.feedback).toContain("Recovery worked");
    await api.cancel(job.jobId).catch(() => undefined);
  }, 90_000);
});
