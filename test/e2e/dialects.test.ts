import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { doneJob, type RunningFarm, spawnDrover, startUpIn } from "./drover-process.ts";

/** The name that a scripted server plays: what is known of its pictures is known by it. */
const played = "ui-tars-1.5-7b";
const scenario = path.resolve(import.meta.dirname, "../../examples/dialects.json");

let dir: string;
let model: ChildProcess;
let farm: RunningFarm;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-dialects-"));
  model = spawnDrover(["model", "--scenario", scenario, "--play", played]);
  const lines = createInterface({ input: model.stdout ?? process.stdin });
  const [ready] = (await once(lines, "line")) as [string];
  const { url, apiKey } = JSON.parse(ready) as { readonly url: string; readonly apiKey: string };
  const environment = { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: apiKey };
  farm = await startUpIn(environment, dir, "--model", "practice-1");
}, 60_000);

afterAll(async () => {
  await farm.stop();
  model.kill("SIGINT");
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const run = async (...args: string[]): Promise<JobResponse> => {
  return doneJob(await commandLineHere("run", "--json", "--dir", dir, ...args));
};

/** Those that the practice model speaks itself. */
const own: readonly ReplyDialect[] = ["tool-use", "thinking-tool-call", "element-json", "lean"];
const foreign = ReplyDialect.options.filter((dialect) => !own.includes(dialect));

describe("jobs by dialect", () => {
  it.each(own)(
    "[spec I1.3] in %s, as the practice model replies in it",
    async (dialect) => {
      const check = ["--check", "setting:global/bluetooth_on=1"];
      const { outcome, claim } = await run("Turn on Bluetooth", ...check, "--dialect", dialect);
      expect({ outcome, claim }).toMatchObject({ outcome: "succeeded", claim: { status: "success" } });
    },
    120_000,
  );

  it.each(foreign)(
    "[spec I1.3][spec I2.1] in %s, as its model replies, seeing only pictures",
    async (dialect) => {
      const task = `Open the network settings (${dialect})`;
      const check = ["--check", "ui:Airplane mode"];
      const job = await run(task, ...check, "--dialect", dialect, "--model", played, "--again");
      expect(job, JSON.stringify(job)).toMatchObject({
        outcome: "succeeded",
        claim: { status: "success" },
        perception: { tree: "never", picture: "always" },
      });
      const { items } = await createApiClient(farm.file).steps(job.jobId);
      expect(items.map(({ thinking }) => thinking)[1]).toContain("Network & internet is the first row.");
      expect(items.map(({ repairs }) => repairs)).toEqual([0, 0, 0]);
    },
    120_000,
  );
});
