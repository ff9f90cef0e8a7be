import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecoveryResponse } from "#shared/contracts/api/responses/recovery-response.ts";
import { createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { eventually, type RunningFarm, startUpIn } from "./drover-process.ts";

const stuck = "Look for the hidden setting";
/** An agent that taps where nothing is, until it is brought elsewhere. */
const script = [
  { task: stuck, times: 1, reply: { action: "open_app", app: "com.android.settings" } },
  { task: stuck, times: 40, reply: { action: "tap", coordinate: [540, 100] } },
];

let dir: string;
let model: ModelServer;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-recovery-e2e-"));
  model = await startModelServer({ script });
  const environment = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: model.apiKey };
  farm = await startUpIn(environment, dir, "--phones", "1", "--model", model.model);
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await model.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const client = () => createApiClient(farm.file);
const held = async (state: string): Promise<string> =>
  eventually(`a device that is ${state}`, async () => {
    const { items } = await client().devices();
    return items.find((device) => device.state === state)?.deviceId;
  });

describe("a recovery in a running farm", () => {
  it("[spec E1][spec E2] brings back the app of somebody else's automation, by the command, with no job behind it", async () => {
    const deviceId = await held("ready");
    await client().quarantineDevice(deviceId, "held by my tests");
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
    const { items } = await client().jobs({ limit: 1 });
    const jobId = items[0]?.jobId ?? "";
    const recovery: RecoveryResponse = await client().recovery(jobId);
    expect(recovery).toMatchObject({
      outcome: "recovered",
      metrics: { successRate: 1 },
      jobOutcome: "succeeded",
    });
    const report = recovery.messages.find((message) => message.message_type === "step_report");
    expect(report).toMatchObject({ status: "success", screenshot: expect.stringMatching(/^UklGR/) });
    const shown = await commandLineHere("show", jobId, "--dir", dir);
    expect(shown.stdout).toMatch(/recovery \S+ {2}recovered/);
    await client().releaseDevice(deviceId);
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
    const job = await client().submit({ task: stuck, supervision, limits: { maxSteps: 14 } });
    const recovery = await eventually(
      "the recovery",
      async () => {
        const found = await client()
          .recovery(job.jobId)
          .catch(() => undefined);
        return found?.status === "ended" ? found : undefined;
      },
      60,
    );
    expect(recovery).toMatchObject({ source: "stuck", outcome: "recovered" });
    const { items } = await client().steps(job.jobId);
    expect(items.map(({ chosenBy }) => chosenBy)).toContain("recovery");
    const told = items.findLast(({ chosenBy }) => chosenBy === "recovery");
    expect(told?.feedback).toContain("Recovery worked");
    await client()
      .cancel(job.jobId)
      .catch(() => undefined);
  }, 90_000);
});
